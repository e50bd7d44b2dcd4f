import { type Token, tokenize } from './token.pure.ts';

/** What words before a clause make of it. */
export type Flags = {
  readonly isHedged: boolean;
  /** "if", "imagine", "I wish": not of this world. */
  readonly isUnreal: boolean;
  /** "actually", "sorry": may be putting something right. */
  readonly isActually: boolean;
  /** "correction:", "I meant": puts something right. */
  readonly isCorrection: boolean;
  /** "that's not true": what follows in denial never was. */
  readonly isDenial: boolean;
  /** "when", "back when": only what is over. */
  readonly isWhen: boolean;
};

export const NO_FLAGS: Flags = {
  isHedged: false,
  isUnreal: false,
  isActually: false,
  isCorrection: false,
  isDenial: false,
  isWhen: false,
};

type Lead = { readonly words: readonly string[]; readonly flag: keyof Flags | null };

const PHRASES: readonly (readonly [flag: keyof Flags | null, phrases: string])[] = [
  [
    null,
    'well|so|oh|ah|hey|hi|hello|hi there|hey there|hello there|good morning|good evening|yes|yeah|yep|yup|sure|okay|ok|alright|right|great|cool|nice|wow|haha|lol|hmm|um|uh|anyway|anyways|also|and|but|or|then|plus|btw|fyi|by the way|just so you know|so you know|for the record|for context|for background|some background|a bit about me|about me|quick update|update|news|big news|good news|bad news|the thing is|the truth is|truth is|fun fact|funny thing is|to be honest|tbh|honestly|frankly|in fact|as a matter of fact|as you know|you know|look|see|listen|basically|unfortunately|sadly|luckily|fortunately|thankfully|happily|surprisingly|finally|recently|currently|lately|nowadays|these days|right now|at the moment|at present|now|today|personally|in general|generally|normally|usually|typically|on the plus side|on top of that|besides|besides that|besides this|apart from that|in addition|additionally|furthermore|moreover|meanwhile|after all|of course|naturally|obviously|clearly|first|firstly|second|secondly|third|finally|lastly|another thing|one more thing|one thing|for example|for instance|thanks|thank you|thanks a lot|please|still|yet|since then|then again|no wait|wait|ps|p.s|note|important|remember|reminder|context|intro|for me|as for me|like i said|as i said|as i mentioned|as mentioned|like i mentioned|eventually|overall|in the end|even now|to this day|also note',
  ],
  [
    null,
    'because|since|as|given that|given|now that|although|though|even though|while|whereas|seeing as|considering|considering that|considering how|except that|the reason is|the reason is that|it is because|that is because|not only that|just',
  ],
  [
    null,
    'remember that|please remember that|please remember|remember this|keep in mind that|keep in mind|please keep in mind that|please keep in mind|bear in mind that|bear in mind|note that|please note that|please note|make a note that|take note that|do not forget that|do not forget|for future reference|for your information|save this|remember for later|remember for next time|store that|please store that|know that|just know that|you should know that|you should know|i want you to remember that|i want you to remember|i want you to know that|i want you to know|i would like you to remember that|i would like you to remember|can you remember that|could you remember that|could you please remember that|can you please remember that|please save that|please note down that|note down that|write down that|let it be known that|let me tell you that|let me tell you|let me add that|let me mention that|let me say that|i told you that|i told you|i said that|i said|i already told you that|i already told you|i mentioned that|i mentioned|i have mentioned that|i forgot to mention that|i forgot to mention|i forgot to say that|i forgot to tell you that|i forgot to tell you|i should mention that|i should mention|i should say that|i should add that|i should add|i must say that|i must say|i have to say that|i have to say|i have to admit that|i have to admit|i must admit that|i must admit|i can tell you that|i may have mentioned that|i might have mentioned that|i want to add that|i wanted to tell you that|i wanted to tell you|i wanted to say that|i wanted to mention that|i just wanted to say that|i just wanted to say|did i mention that|did i mention|did i tell you that|did i tell you|have i mentioned that|have i told you that|have i told you|you know that|you may know that|it is true that|the fact is that|the fact is|fact is|i am happy to say that|i am happy to say|i am proud to say that|i am proud to say|i am glad to say|i am pleased to say that|i am pleased to say|i am sad to say that|i am excited to say that|i am excited to share that|i am excited that|i am happy that|i am glad that|i am glad|i am sad that|i am so happy that|i am so glad that|i realised that|i realized that|i just realised that|i know that|i know|of course i know that|what you should know is that|what you need to know is that|the main thing is that|one thing to know about me is that|one thing about me is that|something about me is that|the important thing is that|turns out that|turns out|it turns out that|it turns out|guess what|it is worth knowing that|it is worth mentioning that|it helps to know that|i can confirm that|i confirm that|to introduce myself|to start|to begin with|for starters|first of all|first off|as of today|as of now|long story short|in short|in case you forgot|in case you are wondering|in case you wondered|if you must know|if you remember|in my case',
  ],
  [
    'isHedged',
    'i think that|i think|i guess that|i guess|i believe that|i believe|i suppose that|i suppose|i suspect that|i suspect|i assume that|i assume|i reckon that|i reckon|i feel like|maybe|perhaps|probably|possibly|apparently|supposedly|presumably|allegedly|i am not sure but|i am not sure that|i am not sure|not sure but|not sure|i am not certain but|i am not certain|not certain but|i am not entirely sure but|i am not 100% sure but|i am not completely sure but|not 100% sure but|if i remember correctly|if i recall correctly|if i remember right|if i am not mistaken|if memory serves|iirc|as far as i know|as far as i remember|as far as i can tell|afaik|from what i remember|from what i know|from what i heard|from what i hear|i heard that|i heard|i hear that|i hear|i have heard that|rumour has it that|rumor has it that|it seems that|it seems|it seems like|it looks like|seems like|looks like|it might be that|it may be that|it could be that|could be that|there is a chance that|there is a chance|there is a good chance that|chances are that|chances are|i have a feeling that|i have a feeling|i am guessing that|i am guessing|i am fairly sure that|i am fairly sure|i am pretty sure that|i am pretty sure|pretty sure that|pretty sure|fairly sure|i might be wrong but|i may be wrong but|i could be wrong but|do not quote me on this but|do not quote me but|my guess is that|my guess is|i vaguely remember that|i vaguely remember|i seem to remember that|i seem to remember|it is possible that|it is likely that|it is probable that|who knows',
  ],
  [
    'isUnreal',
    'if|even if|what if|only if|unless|whether|suppose that|suppose|supposing|supposing that|imagine that|imagine if|imagine|let us say that|let us say|lets say that|lets say|let us pretend that|let us pretend|lets pretend|pretend that|pretend|assume that|assume|assuming that|assuming|say that|in case|in the event that|i wish that|i wish|wish|if only|i hope that|i hope|hopefully|i dream that|i dreamed that|i dreamt that|i dreamed|i had a dream that|i had a dream where|i doubt that|i doubt|as if|as though|hypothetically|for the sake of argument|hypothetically speaking|in theory|theoretically|in an ideal world|in another life|in a perfect world|in another world|in a parallel universe|once|as soon as|until|till|before|whenever|would that|provided that|providing|as long as|people think that|people think|everyone thinks that|everyone thinks|everybody thinks|they think that|they think|no one believes|people say that|people say|they say that|they say|some say|some say that|someone told me that|someone told me|someone said that|someone said|somebody told me|somebody said|it is not true that|it is not the case that|not that|it is not that|i do not think that|i do not think|i do not believe that|i do not believe|i never said that|i never said|i did not say that|i did not say|i pretend that|i pretended that|i lied that|i lied and said that|i jokingly said|i joked that|the joke is that|it feels like|feels like|it is like|sometimes i feel like|it is as if|would it help if|rather than|other than|instead of',
  ],
  [
    'isActually',
    'actually|sorry|oh sorry|wait|no wait|hold on|no|nope|oops|whoops|my bad|my mistake|apologies|hang on|scratch that|strike that|oh wait|in reality|in truth|well actually|um actually|wait actually',
  ],
  [
    'isCorrection',
    'correction|a correction|small correction|quick correction|to correct myself|to correct that|let me correct that|let me correct myself|let me correct|i misspoke|i made a mistake|i was wrong|i made a typo|typo|i mistyped|i got that wrong|i said that wrong|that was wrong|that is wrong|that was a mistake|that is incorrect|that was incorrect|you have got that wrong|you got that wrong|you are wrong|i need to correct that|i need to correct something|i have to correct that|i have to correct myself|i should correct that|i should correct myself|what i meant was|what i meant is|what i meant to say is|i meant to say that|i meant to say|i mean',
  ],
  [
    'isDenial',
    'that is not true|that is not quite true|that is not right|that is not correct|that is false|this is not true|this is wrong|not true|that was never true|that was not true|contrary to what i said|that is a misunderstanding|there is a misunderstanding',
  ],
  ['isWhen', 'when|back when|at the time when|in the days when|during the time when|in the years when'],
];

const BY_FIRST = new Map<string, Lead[]>();
for (const [flag, phrases] of PHRASES)
  for (const phrase of phrases.split('|')) {
    const words = tokenize(phrase).map(({ word }) => word);
    const first = words[0] ?? '';
    BY_FIRST.set(
      first,
      [...(BY_FIRST.get(first) ?? []), { words, flag }].sort((a, b) => b.words.length - a.words.length),
    );
  }

const isAt = (lead: Lead, tokens: readonly Token[], at: number): boolean =>
  lead.words.every((word, i) => {
    const said = tokens[at + i]?.word;
    return said === word || (said === "'s" && word === 'is');
  });

const CONJUNCTIONS = new Set(['and', 'but', 'so', 'then']);
const MARKS = new Set([',', ':', '-', '–', '—', '!', '*', '•', '.', ')', '(', ';', '/', '…']);

/** Reads the words before a clause from `at`: where the clause begins, and what they make of it. */
export function readLeads(tokens: readonly Token[], at: number): { readonly next: number; readonly flags: Flags } {
  let flags = NO_FLAGS;
  let next = at;
  for (let steps = 0; steps < 12; steps += 1) {
    const token = tokens[next];
    if (token === undefined) break;
    if (MARKS.has(token.word) && token.isMark) {
      next += 1;
      continue;
    }
    const lead = BY_FIRST.get(token.word)?.find((one) => isAt(one, tokens, next));
    if (lead === undefined || isSubjectItself(lead, tokens, next)) break;
    next += lead.words.length;
    if (lead.flag !== null) flags = { ...flags, [lead.flag]: true };
    if (CONJUNCTIONS.has(token.word)) continue;
  }
  return { next, flags };
}

/** "Right", "great", "cool" before a noun are its adjectives; "no" before a noun denies it. */
function isSubjectItself(lead: Lead, tokens: readonly Token[], at: number): boolean {
  const word = lead.words[0] ?? '';
  const after = tokens[at + lead.words.length];
  // "I believe in" and "I think of" say something by themselves.
  if (lead.words[lead.words.length - 1] === 'know' && /^(how|what|who|some|a)$/.test(after?.word ?? '')) return true;
  if (lead.flag === 'isHedged' && (after?.word === 'in' || after?.word === 'of' || after?.word === 'about'))
    return true;
  return (
    lead.words.length === 1 &&
    (word === 'no' || word === 'note' || word === 'first') &&
    after !== undefined &&
    !after.isMark &&
    !/^(i|my|we|our|it)$/.test(after.word)
  );
}
