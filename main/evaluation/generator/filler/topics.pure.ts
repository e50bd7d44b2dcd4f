/** What people chat about between things that matter, with replies that fit. */
export type Topic = {
  readonly said: readonly string[];
  readonly asked: readonly { readonly question: string; readonly replies: readonly string[] }[];
  /** To what was only told. */
  readonly replies: readonly string[];
};

export const TOPICS: readonly Topic[] = [
  {
    said: [
      'I made {food} and it came out better than expected.',
      'We had {food} again, third time this week.',
      'Tried a new recipe for {food} this {part}.',
      'I burnt {food} because I was watching {show}.',
      'Somebody at {place} was selling {food} from a bucket.',
    ],
    asked: [
      {
        question: 'What goes well with it?',
        replies: ['Something sour and something crunchy, as nearly always.', 'A sharp salad, I would say.'],
      },
      {
        question: 'Can it be frozen?',
        replies: [
          'Most of it freezes well for a couple of months, just cool it down first.',
          'I would not, the texture suffers.',
        ],
      },
      {
        question: 'How would you season it?',
        replies: [
          'Salt early, acid late, and taste in between.',
          'Less than you think at first, more than you think at the end.',
        ],
      },
    ],
    replies: ['Sounds good.', 'A squeeze of lemon forgives a lot.', 'That is how the best dishes are found.'],
  },
  {
    said: [
      'The whole {part} it was {sky}.',
      'The forecast said one thing and then it turned out {sky}.',
      'I walked to {place} although it was {sky}.',
      'Nobody told me that it would be {sky}.',
    ],
    asked: [
      {
        question: 'Is that normal for the season?',
        replies: ['It does happen around this time of year.', 'A little early, but not unheard of.'],
      },
      {
        question: 'Should I bother with a coat?',
        replies: [
          'A light layer that you can take off is the safe bet.',
          'I would take one and complain about carrying it.',
        ],
      },
      {
        question: 'Why do forecasts miss so often?',
        replies: [
          'Local weather changes faster than models are updated.',
          'They are better over a region than over one street.',
        ],
      },
    ],
    replies: ['I hope you stayed dry.', 'Weather like that keeps one humble.', 'Then a warm drink is in order.'],
  },
  {
    said: [
      'Something is wrong with {thing} again.',
      'I finally fixed {thing}, with tape, but still.',
      'Spent the whole {part} on {thing} and it is still not right.',
      '{thing} made a noise that I would rather not hear twice.',
      'I had a fight with {thing} and lost.',
    ],
    asked: [
      {
        question: 'Worth repairing, or should it go?',
        replies: ['If a repair costs more than half of a new one, most people replace it.', 'Give it one more chance.'],
      },
      {
        question: 'Where do I even begin?',
        replies: ['With the simplest part: loose screws, dust, a worn seal.', 'Take a photo before you open anything.'],
      },
      {
        question: 'Any trick for that?',
        replies: ['Warm soapy water solves a surprising share of such things.', 'Patience, and a good light.'],
      },
    ],
    replies: [
      'Tape has held greater things together.',
      'These things choose their moments.',
      'At least it keeps you busy.',
    ],
  },
  {
    said: [
      'Saw {animal} on the way to {place}.',
      'There was {animal} right outside the window this {part}.',
      'I swear {animal} has been watching me.',
      'At {place} everybody was photographing {animal}.',
    ],
    asked: [
      {
        question: 'Are they common here?',
        replies: ['More than one thinks; they are good at not being seen.', 'Commoner than they used to be.'],
      },
      {
        question: 'Do they come back to the same spot?',
        replies: ['They tend to return where food is easy to find.', 'Often, yes, and at the same hour.'],
      },
      {
        question: 'What do they eat?',
        replies: ['Nearly anything that does not run away.', 'Depends on the month, but crumbs are never refused.'],
      },
    ],
    replies: [
      'A lovely thing to see before the day begins.',
      'They have become bolder around people lately.',
      'I hope you waved.',
    ],
  },
  {
    said: [
      'Watched {show} last night and dozed off halfway.',
      'Everybody keeps talking about {show}, so I gave in.',
      'I’m two hours into {show} and still not sure who anybody is.',
      'They showed {show} again and I watched it again.',
    ],
    asked: [
      {
        question: 'Is it worth finishing?',
        replies: [
          'If it has not caught you after a third of it, you can stop with a clear conscience.',
          'The last part is said to be the best.',
        ],
      },
      {
        question: 'No spoilers, but does it get better?',
        replies: ['Many slow ones pick up in the second half.', 'Opinions differ, loudly.'],
      },
      {
        question: 'What else is like it?',
        replies: ['Something shorter in the same mood might suit you better.', 'Anything with fewer people in it.'],
      },
    ],
    replies: [
      'Dozing off is a review of its own.',
      'There are worse ways to spend an evening.',
      'Then I will not tell you the end.',
    ],
  },
  {
    said: [
      'Learnt the word “{word}” today.',
      'Somebody used “{word}” at {place} and nobody blinked.',
      'I keep misspelling “{word}”.',
      'My favourite sound this {part} was the word “{word}”.',
    ],
    asked: [
      {
        question: 'Where does it come from?',
        replies: ['It came into English by a detour, as the good ones do.', 'From people who needed it, I suppose.'],
      },
      {
        question: 'Is there a plainer word?',
        replies: [
          'There is nearly always a plainer word, but seldom one with the same sound.',
          'Plainer, yes. Better, no.',
        ],
      },
      {
        question: 'How do I remember it?',
        replies: [
          'Break it into syllables and write it five times.',
          'Use it three times tomorrow, whatever people say.',
        ],
      },
    ],
    replies: [
      'A fine word to have up your sleeve.',
      'It does look good on paper.',
      'Words like that deserve more use.',
    ],
  },
  {
    said: [
      'The queue at {place} was endless.',
      'Met half the street at {place}, took me an hour to get away.',
      'They have painted {place} {colour}. I don’t know about that.',
      'At {place} they were closed for no reason that anybody could name.',
    ],
    asked: [
      {
        question: 'Is there a quieter time to go?',
        replies: ['Mid-morning on a weekday is usually the calmest.', 'Just before closing, if you dare.'],
      },
      {
        question: 'Who decides these things?',
        replies: [
          'Probably somebody with a budget to spend before the year ends.',
          'A committee, and nobody was in the room.',
        ],
      },
      {
        question: 'Am I just being grumpy?',
        replies: ['A little grumpiness is allowed.', 'Only a bit, and with reason.'],
      },
    ],
    replies: ['At least you got some air.', 'These errands grow while one does them.', 'Then that is done, too.'],
  },
  {
    said: [
      'Feeling {mood}, no particular reason.',
      'I woke up {mood} and stayed that way the whole {part}.',
      'Everybody around me seems {mood} at the moment.',
      'Was {mood} until somebody brought {food}.',
    ],
    asked: [
      {
        question: 'What helps?',
        replies: [
          'A short walk or an early night tends to help either way.',
          'Doing one small thing and finishing it.',
        ],
      },
      {
        question: 'Should I just go to bed?',
        replies: ['Going to bed is seldom the wrong answer.', 'Yes. The rest can wait.'],
      },
      {
        question: 'Is it the season?',
        replies: ['Light has more to do with it than one likes to admit.', 'It might be. Be kind to yourself.'],
      },
    ],
    replies: ['Some days are like that.', 'I hope that tomorrow feels lighter.', 'Thanks for saying so.'],
  },
  {
    said: [
      'Thinking of painting the shelf {colour}.',
      'The new cushions are {colour}, which looked better in the shop.',
      'Bought a {colour} scarf that I did not need.',
      'Everything at {place} is {colour} this year.',
    ],
    asked: [
      {
        question: 'Does that go with wood?',
        replies: [
          'With warm wood it can look very good, as long as there is only one strong shade.',
          'With pale wood, yes.',
        ],
      },
      {
        question: 'Would you keep it?',
        replies: ['Keep it for a week; if it still annoys you, return it.', 'I would sleep on it.'],
      },
      {
        question: 'What is it with fashions?',
        replies: [
          'They come back every twenty years, a little smaller.',
          'They mostly need something to disagree with.',
        ],
      },
    ],
    replies: ['Shops have kinder light than homes.', 'A brave choice.', 'It will grow on you, or you on it.'],
  },
  {
    said: [
      'I lost a sock this {part} and it has to be in this room.',
      'Found an old ticket in the pocket of my coat, from who knows when.',
      'Sorted the drawer with the cables, I have nine that fit nothing.',
      'I put {thing} in a safe place and now it is safe from me.',
    ],
    asked: [
      {
        question: 'Keep or throw away?',
        replies: ['Keep one of each kind, throw away the rest.', 'If you have not missed it in a year, let it go.'],
      },
      {
        question: 'How do other people do it?',
        replies: ['They have the same drawer, they just close it.', 'With boxes, labels, and a bad conscience.'],
      },
    ],
    replies: ['It is always in the last place.', 'A small archaeology.', 'That is what drawers are for.'],
  },
  {
    said: [
      'Somebody upstairs practises the same four notes, over and over, this {part}.',
      'The dream I had: {animal} ran the bakery and I could not pay.',
      'I dreamt of {thing}, it could talk and was disappointed in me.',
      'There was a power cut and all at once everybody in the street was talking.',
    ],
    asked: [
      {
        question: 'What does that mean?',
        replies: ['Probably that you ate late.', 'Nothing at all, which is the nice thing about it.'],
      },
      {
        question: 'Should I say something?',
        replies: ['A friendly note does more than a loud word.', 'Give it a week first.'],
      },
    ],
    replies: ['That is a story already.', 'I would read on.', 'It takes so little, sometimes.'],
  },
  {
    said: [
      'I tried to read on the tram and a man read along, lips moving.',
      'At {place} a child asked me how old the moon is.',
      'Read half a page about {animal} and then stared at the wall for the rest of the {part}.',
      'A poster at {place} says that everything must go; it has said so for years.',
    ],
    asked: [
      {
        question: 'What would you have said?',
        replies: ['Something true and short, and then I would have smiled.', 'That I would look it up.'],
      },
      {
        question: 'Is that rude?',
        replies: ['Only a little, and it is a compliment to the page.', 'I think it is allowed.'],
      },
    ],
    replies: ['There is a short story in that.', 'I like that very much.', 'Staring at walls is underrated.'],
  },
];
