/** Marks of a text that tell what kind of answer it may hold; none looks at what the text is about. */
export const HAS = { question: 1, number: 2, time: 4, name: 8, you: 16, attachment: 32, self: 64 } as const;

/** What kind of answer a question asks for. */
export const ASKS = { forName: 1, forNumber: 2, forTime: 4, whatWasSaid: 8, forAdvice: 16 } as const;

const NUMBER =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twice|once|several|couple|half)\b/i;
const TIME =
  /\b(yesterday|today|tomorrow|tonight|last|next|ago|since|weekends?|hours?|days?|weeks?|months?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}|\d{1,2}(st|nd|rd|th))\b/i;
/** A capital inside a sentence. */
const NAME = /[\p{Ll},;] \p{Lu}\p{Ll}+/u;
const YOU = /\b(you|your|yours)\b/i;
/** Who speaks of themselves tells something; it stands at the beginning, or it is an aside. */
const SELF = /\b(i|my|me|we|our)\b/i;
const SELF_CHARS = 600;
/** What the assistant did, in the past: "you recommended", "did you say", "your explanation". */
const WHAT_WAS_SAID =
  /\b(did|had) you\b|\byou (were \w+ing|((also|just|once|previously|earlier|had|have) )*(said|told|gave|wrote|made|were|\w{3,}ed))\b|\byou['’](d|ve) (said|told|given|written|made|\w{3,}ed)\b|\byour (earlier|previous|last|\w+ions?|\w+ice)\b/i;
/** What the assistant would say now. */
const FOR_ADVICE = /\b(do|would) you (think|suggest|recommend|advise)\b/i;
/** Flags are read out of the beginning: a long text has everything somewhere. */
const READ_CHARS = 4_000;

/** Bit flags of `HAS`. */
export function describeTurn(text: string, hasAttachment: boolean): number {
  const read = text.slice(0, READ_CHARS);
  return (
    (/[?？]\s*$/.test(text.slice(-20)) ? HAS.question : 0) |
    (NUMBER.test(read) ? HAS.number : 0) |
    (TIME.test(read) ? HAS.time : 0) |
    (NAME.test(read) ? HAS.name : 0) |
    (YOU.test(read) ? HAS.you : 0) |
    (hasAttachment ? HAS.attachment : 0) |
    (SELF.test(text.slice(0, SELF_CHARS)) ? HAS.self : 0)
  );
}

/** Bit flags of `ASKS`, by question words only. */
export function describeQuestion(text: string): number {
  const read = text.slice(0, READ_CHARS);
  return (
    (/\b(who|whom|whose|where)\b|\bwhat (city|country|place|state|name)\b/i.test(read) ? ASKS.forName : 0) |
    (/\bhow (many|much|often|old)\b/i.test(read) ? ASKS.forNumber : 0) |
    (/\bwhen\b|\b(what|which) (date|day|year|month|time)\b|\bhow long\b|\bhow many (days|weeks|months|years)\b/i.test(
      read,
    )
      ? ASKS.forTime
      : 0) |
    (WHAT_WAS_SAID.test(read) ? ASKS.whatWasSaid : 0) |
    (FOR_ADVICE.test(read) ? ASKS.forAdvice : 0)
  );
}
