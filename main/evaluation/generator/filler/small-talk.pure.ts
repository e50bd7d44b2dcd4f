/** What people chat about between things that matter: no name, place or number of these is ever asked for. */
export type Topic = {
  readonly said: readonly string[];
  readonly asked: readonly string[];
  readonly replies: readonly string[];
};

export const SLOTS: Readonly<Record<string, readonly string[]>> = {
  food: [
    ...['lentil soup', 'pancakes', 'a mushroom risotto', 'dumplings', 'a tray of roast carrots', 'leek pie'],
    ...['cold noodles', 'a fennel salad', 'stuffed peppers', 'cheese toast', 'an onion tart', 'bean stew'],
  ],
  thing: [
    ...['the kettle', 'the printer', 'my umbrella', 'the remote', 'the hoover', 'a drawer in the kitchen'],
    ...['the hallway lamp', 'my headphones', 'the toaster', 'the bathroom tap', 'the doorbell', 'my watch strap'],
  ],
  part: ['morning', 'afternoon', 'evening', 'lunch break', 'weekend', 'whole day'],
  sky: [
    ...['grey and drizzly', 'bright but freezing', 'foggy', 'so windy the bins fell over', 'oddly warm', 'muggy'],
    ...['clear for once', 'hailing, then sunny, then hailing'],
  ],
  animal: ['a heron', 'two magpies', 'a very fat pigeon', 'a fox', 'a hedgehog', 'somebody else’s cat', 'a woodpecker'],
  show: [
    ...[
      'a documentary about lighthouses',
      'an old detective film',
      'that baking contest',
      'a series set on a submarine',
    ],
    ...['a quiz show', 'a nature programme on octopuses', 'a film with far too many explosions', 'a period drama'],
  ],
  mood: ['tired', 'cheerful', 'restless', 'a bit flat', 'surprisingly awake', 'fine', 'scatterbrained'],
  place: [
    'the supermarket',
    'the post office',
    'the library steps',
    'the corner shop',
    'the tram stop',
    'the park gate',
  ],
  word: ['palindrome', 'serendipity', 'sonder', 'petrichor', 'defenestrate', 'quixotic', 'gossamer', 'lackadaisical'],
  colour: ['mustard', 'teal', 'brick', 'cream', 'charcoal', 'lavender'],
};

export const BEFORE = [
  'Morning!',
  'Hi again.',
  'Okay, coffee in hand.',
  'Feeling {mood} today.',
  'It is {sky} outside.',
  'Quick one before I head out.',
  'Sorry for the silence.',
  'Right, where were we?',
  'Just back from {place}.',
  'Hm, let me think.',
  'Long {part}, this one.',
  'Hello hello.',
];

export const AFTER = [
  'Anyway.',
  'That’s all for now.',
  'No need to do anything with it.',
  'Right, back to {thing}.',
  'Just wanted it written down somewhere.',
  'More on that another time.',
  'Also it is {sky} here, so I’m staying in.',
  'Okay, off to make {food}.',
  'Funny how these things go.',
  'What a {part}.',
  'Can you tell that I’m {mood}?',
];

export const TAILS = [
  'Any thoughts?',
  'Ever come across that?',
  'Made me smile.',
  'No idea why I’m telling you.',
  'Strange, no?',
];

export const ACKNOWLEDGEMENTS = [
  'Got it, thanks for telling me.',
  'Noted.',
  'Thanks, I’ll keep that in mind.',
  'Okay, good to know.',
  'Understood. Anything else on your mind?',
  'All right, I have that.',
  'Thanks for the update.',
  'Makes sense.',
  'I see. I’ll go by that from here on.',
  'Good to hear from you. I’ve taken that in.',
  'Alright. Shall we carry on?',
  'Fair enough.',
  'Thanks, that helps.',
  'Okay. Tell me if anything about it changes.',
  'Right, thank you.',
  'Clear, thanks.',
];

export const TOPICS: readonly Topic[] = [
  {
    said: [
      'I made {food} and it came out better than expected.',
      'We had {food} again, third time this week.',
      'Tried a new recipe for {food} this {part}.',
      'I burnt {food} because I was watching {show}.',
    ],
    asked: [
      'What goes well with it?',
      'Can it be frozen?',
      'Any way to make it less bland?',
      'How would you season it?',
    ],
    replies: [
      'A squeeze of something sour and fresh herbs usually lift a dish like that.',
      'Most of it freezes well for a couple of months, just cool it down first.',
      'Salt early, acid late, and taste in between.',
      'Sounds good. Something crunchy on top would not hurt.',
    ],
  },
  {
    said: [
      'It was {sky} the {part} long.',
      'The forecast said one thing and then it turned out {sky}.',
      'I walked to {place} although it was {sky}.',
    ],
    asked: ['Is that normal for the season?', 'Should I bother with a coat?', 'Why do forecasts miss so often?'],
    replies: [
      'Local weather changes faster than models are updated, so short trips are always a gamble.',
      'A light layer that you can take off is the safe bet.',
      'That does happen around this time of year.',
      'I hope you stayed dry.',
    ],
  },
  {
    said: [
      'Something is wrong with {thing} again.',
      'I finally fixed {thing}, with tape, but still.',
      'Spent the {part} looking for {thing}, it was under a cushion.',
      '{thing} made a noise that I would rather not hear twice.',
    ],
    asked: ['Worth repairing, or should it go?', 'Where do I even begin?', 'Any trick for that?'],
    replies: [
      'Start with the simplest part: loose screws, dust, a worn seal.',
      'If a repair costs more than half of a new one, most people replace it.',
      'Tape has held greater things together.',
      'Take a photo before you open anything, it makes putting it back easier.',
    ],
  },
  {
    said: [
      'Saw {animal} on the way to {place}.',
      'There was {animal} right outside the window this {part}.',
      'I swear {animal} has been watching me.',
    ],
    asked: ['Are they common here?', 'Do they come back to the same spot?', 'What do they eat?'],
    replies: [
      'They tend to return where food is easy to find.',
      'You see them more at dawn and dusk.',
      'A lovely thing to see before the day begins.',
      'They have become bolder around people lately.',
    ],
  },
  {
    said: [
      'Watched {show} last night and dozed off halfway.',
      'Everybody keeps talking about {show}, so I gave in.',
      'I’m two hours into {show} and still not sure who anybody is.',
    ],
    asked: ['Is it worth finishing?', 'No spoilers, but does it get better?', 'What else is like it?'],
    replies: [
      'If it has not caught you after a third of it, you can stop with a clear conscience.',
      'Many slow ones pick up in the second half.',
      'Something shorter in the same mood might suit you better.',
      'Dozing off is a review of its own.',
    ],
  },
  {
    said: [
      'Learnt the word “{word}” today.',
      'Somebody used “{word}” in a meeting and nobody blinked.',
      'I keep misspelling “{word}”.',
    ],
    asked: ['Where does it come from?', 'Can you use it in a sentence?', 'Is there a plainer word?'],
    replies: [
      'It came into English by a detour, as the good ones do.',
      'There is nearly always a plainer word, but seldom one with the same sound.',
      'Break it into syllables and write it five times, that usually sticks.',
      'A fine word to have up your sleeve.',
    ],
  },
  {
    said: [
      'Queue at {place} was endless.',
      'Met half the street at {place}, took me an hour to get away.',
      'They have painted {place} {colour}. I don’t know about that.',
      '{place} was closed for no reason that anybody could name.',
    ],
    asked: ['Is there a quieter time to go?', 'Who decides these things?', 'Am I just being grumpy?'],
    replies: [
      'Mid-morning on a weekday is usually the calmest.',
      'A little grumpiness is allowed.',
      'Probably somebody with a budget to spend before the year ends.',
      'At least you got some air.',
    ],
  },
  {
    said: [
      'Feeling {mood}, no particular reason.',
      'I woke up {mood} and it stayed that way the {part} long.',
      'Everybody around me seems {mood} at the moment.',
    ],
    asked: ['Does that happen to you? Silly question.', 'What helps?', 'Should I just go to bed?'],
    replies: [
      'A short walk or an early night tends to help either way.',
      'Some days are like that. Be kind to yourself.',
      'Going to bed is seldom the wrong answer.',
      'I hope that tomorrow feels lighter.',
    ],
  },
  {
    said: [
      'Thinking of painting the shelf {colour}.',
      'The new cushions are {colour}, which looked better in the shop.',
      'Bought a {colour} scarf that I did not need.',
    ],
    asked: ['Does that go with wood?', 'Would you keep it?', 'How do I get paint off my elbow?'],
    replies: [
      'With warm wood it can look very good, as long as there is only one strong shade.',
      'Keep it for a week; if it still annoys you, return it.',
      'Warm soapy water and patience, then a drop of oil.',
      'Shops have kinder light than homes.',
    ],
  },
];
