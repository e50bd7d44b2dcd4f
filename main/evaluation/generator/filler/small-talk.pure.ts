/** Words for the blanks of small talk: no name, place or number of these is ever asked for. */
export const SLOTS: Readonly<Record<string, readonly string[]>> = {
  food: [
    ...['lentil soup', 'pancakes', 'a mushroom risotto', 'dumplings', 'a tray of roast carrots', 'leek pie'],
    ...['cold noodles', 'a fennel salad', 'stuffed peppers', 'cheese toast', 'an onion tart', 'bean stew'],
    ...['potato fritters', 'a plum crumble', 'tomato rice', 'gnocchi', 'a very green curry', 'baked apples'],
  ],
  thing: [
    ...['the kettle', 'the printer', 'my umbrella', 'the remote', 'the hoover', 'a drawer in the kitchen'],
    ...['the hallway lamp', 'my headphones', 'the toaster', 'the bathroom tap', 'the doorbell', 'my watch strap'],
    ...[
      'the ironing board',
      'a window handle',
      'the coat rack',
      'the extractor fan',
      'my phone charger',
      'the door hinge',
    ],
  ],
  part: ['morning', 'afternoon', 'evening', 'lunch break', 'weekend'],
  sky: [
    ...['grey and drizzly', 'bright but freezing', 'foggy', 'so windy that the bins fell over', 'oddly warm', 'muggy'],
    ...['clear for once', 'hailing, then sunny, then hailing', 'frosty', 'stormy enough to rattle the panes'],
  ],
  animal: [
    ...['a heron', 'two magpies', 'a very fat pigeon', 'a fox', 'a hedgehog', 'somebody else’s cat', 'a woodpecker'],
    ...['a lost goose', 'three squirrels', 'a bat', 'a limping crow'],
  ],
  show: [
    ...[
      'a documentary about lighthouses',
      'an old detective film',
      'that baking contest',
      'a series set on a submarine',
    ],
    ...['a quiz show', 'a nature programme on octopuses', 'a film with far too many explosions', 'a period drama'],
    ...['a musical about bees', 'a slow western', 'a comedy about two undertakers'],
  ],
  mood: ['tired', 'cheerful', 'restless', 'a bit flat', 'surprisingly awake', 'content', 'scatterbrained', 'grumpy'],
  place: [
    ...['the supermarket', 'the post office', 'the library steps', 'the corner shop', 'the tram stop', 'the park gate'],
    ...['the fountain', 'the bakery', 'the recycling yard', 'the market hall', 'the old bandstand'],
  ],
  word: [
    ...['palindrome', 'serendipity', 'sonder', 'petrichor', 'defenestrate', 'quixotic', 'gossamer', 'lackadaisical'],
    ...['bumbershoot', 'ineffable', 'cattywampus', 'hiraeth'],
  ],
  colour: ['mustard', 'teal', 'brick', 'cream', 'charcoal', 'lavender', 'apricot', 'moss green'],
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
  'Oof, what a queue at {place}.',
  'I’m hiding from {thing} for a minute.',
  'There is {animal} outside, never mind.',
  'Typing with one hand, the other has {food}.',
];

export const AFTER = [
  'Anyway.',
  'That’s all for now.',
  'No need to do anything with it.',
  'Right, I still have to deal with {thing}.',
  'Just wanted it written down somewhere.',
  'More on that another time.',
  'Also it is {sky} here, so I’m staying in.',
  'Okay, off to make {food}.',
  'Funny how these things go.',
  'A strange {part}, all in all.',
  'Can you tell that I’m {mood}?',
  'Now back to {show}.',
  'Sorry, {animal} just distracted me.',
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
  'Thank you, that’s useful to have.',
  'I’ve got that now.',
];

export const REACTIONS = [
  'Ha, I can picture it.',
  'That does sound strange.',
  'Lovely detail.',
  'I had not heard of that one.',
  'The world is full of such things.',
  'Thanks for sharing, that made the list of odd things a little longer.',
  'Somebody should write that down.',
  'I would have looked twice as well.',
];
