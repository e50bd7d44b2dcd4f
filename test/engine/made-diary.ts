import type { Line } from './real-folder.ts';

/** One sitting about one thing: what was told of it, each in a turn of its own among talk that says nothing. */
export type Sitting = { readonly day: string; readonly told: readonly string[] };

/** Own texts of a spring, made for the summary leg: nobody says in one turn how any of it went. */
export const DIARY: Readonly<Record<string, Sitting>> = {
  boat: {
    day: '2026-03-07',
    told: [
      'I scraped the hull of the rowing boat down to bare larch on Monday.',
      'Ruth lent me a belt sander for two weekends.',
      'There was rot in the third plank, as long as my arm.',
      'A new plank from the Larsen yard cost 240 euros.',
      'We launched the rowing boat on 28 February and not a drop came in.',
    ],
  },
  knee: {
    day: '2026-03-12',
    told: [
      'My left knee gave way on the stairs at work on 2 March.',
      'Doctor Amari found a torn meniscus on the scan.',
      'I decided against surgery and for twelve weeks of exercises.',
      'The physiotherapist Jonas wants the knee bent to 120 degrees by Easter.',
      'Cycling on the flat is allowed from week four on.',
    ],
  },
  choir: {
    day: '2026-03-21',
    told: [
      'The choir chose a Purcell anthem for its summer concert.',
      'I was moved from the second altos to the first altos.',
      'Rehearsals of the choir start on Wednesdays at 19:30 in Saint Olav.',
      'Our conductor Mirjam quit after eleven years.',
      'Until autumn Tobias will lead the choir.',
    ],
  },
  allotment: {
    day: '2026-04-04',
    told: [
      'I took over allotment 17 from old Henrik on 1 April.',
      'The water butt leaked, so I bought a new tap for 9 euros.',
      'I sowed broad beans and forty onions behind the shed.',
      'A badger dug up the first row of onions on Thursday.',
      'Next I want to build a fence of hazel for the allotment.',
    ],
  },
  bakery: {
    day: '2026-04-11',
    told: [
      'My sister Leonie signed the lease for a bakery in Ghent.',
      'The oven of the bakery came from Lyon and weighs 900 kilos.',
      'She hired Pablo, who baked for six years in Porto.',
      'The first week brought in 3,100 euros.',
      'From May on her bakery will close on Mondays.',
    ],
  },
  flat: {
    day: '2026-04-18',
    told: [
      'The landlord gave us notice for the flat by 31 August.',
      'We looked at four flats in Kreuzviertel on Saturday.',
      'The one with the balcony costs 1,340 euros a month.',
      'Erik prefers the flat without a lift, for its garden.',
      'We handed in the papers for the garden flat on Friday.',
    ],
  },
  course: {
    day: '2026-05-02',
    told: [
      'I signed up for a welding course at the Harbour College.',
      'The welding course has nine evenings, all on Tuesdays.',
      'On the first evening I burned a hole into a sheet of 2 millimetres.',
      'Teacher Anneke switched me to stick electrodes.',
      'I passed the welding test with 86 points of 100.',
    ],
  },
  dog: {
    day: '2026-05-09',
    told: [
      'We adopted a greyhound called Basil from a shelter in Murcia.',
      'Basil was afraid of the stairs until Thursday.',
      'The vet in Meller Street gave him two vaccinations.',
      'He ate the left half of my rucksack on Sunday.',
      'Basil will go to dog school with Ines from June on.',
    ],
  },
  novel: {
    day: '2026-05-23',
    told: [
      'I finished the first draft of my novel at 71,000 words.',
      'My reader Odile wants the uncle cut from the novel.',
      'I moved the ending from Trieste to a lighthouse in Istria.',
      'The publisher Kestrel asked for three chapters by 15 June.',
      'I will call the novel Low Water.',
    ],
  },
  trip: {
    day: '2026-06-06',
    told: [
      'For the trip to Norway we booked the ferry from Kiel on 4 July.',
      'The cabin on the trip sleeps three and costs 412 euros.',
      'Erik wants to see the stave church in Borgund.',
      'We cancelled the two nights in Bergen for the trip.',
      'Instead we will walk from Finse to Haugastøl in two days.',
    ],
  },
  job: {
    day: '2026-06-13',
    told: [
      'At work I was asked to lead the team for maps from July on.',
      'Samira and Piet will join the new team at work.',
      'I said yes on Tuesday, with four days a week.',
      'My pay rises by 6 percent in the new job.',
      'My old desk goes to Valentin.',
    ],
  },
  bees: {
    day: '2026-06-20',
    told: [
      'A swarm of bees settled in our plum tree on 17 June.',
      'The beekeeper Gundula caught the bees in a straw basket.',
      'She left us one hive of bees behind the garage.',
      'I was stung seven times, four times on the left hand.',
      'In August the bees should give 10 kilos of honey.',
    ],
  },
};

const SMALL_TALK = ['Oh really?', 'I see, go on.', 'That is something.', 'Well, well.', 'And then?'];

/** The diary as two people's talk. */
export const DIARY_LINES: readonly Line[] = Object.entries(DIARY).flatMap(([topic, { day, told }]) =>
  told.flatMap((text, n) => [
    {
      id: `${topic}-${n}`,
      conversation: topic,
      at: `${day}T09:${10 + 2 * n}:00Z`,
      text: `${text} I tell you this so that you know it too.`,
    },
    {
      ...{ id: `${topic}-${n}-reply`, conversation: topic, at: `${day}T09:${11 + 2 * n}:00Z` },
      ...{ speaker: 'Ben', role: 'other', text: SMALL_TALK[n] ?? 'Yes.' },
    },
  ]),
);
