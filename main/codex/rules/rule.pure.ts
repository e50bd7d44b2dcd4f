import { tokenize } from './token.pure.ts';
import { learnVerbs } from './verbs.pure.ts';

/**
 * How a verb's tenses are meant. `state` lasts; `start` begins one ("moved to"), `end` ends one ("quit"), `event`
 * happens once and stays true, `plan` lies ahead.
 */
export type Aspect = 'state' | 'start' | 'end' | 'event' | 'plan';

export type Options = {
  /** What a plain denial says: "I don't like X" dislikes. Without it a denial is no positive statement. */
  readonly denied?: string;
  /** The value where the pattern has no place for one. */
  readonly fixed?: string;
  /** What a denial's value is, where the pattern has no place for one. */
  readonly fixedDenied?: string;
  /** Values by word. */
  readonly values?: Readonly<Record<string, string>>;
  /** "-ing" forms only or never: "I'm reading" and "I drink". */
  readonly progressive?: boolean;
  /** A name that nothing is known of cannot be the subject: it might be a firm's or a thing's. */
  readonly isKnownOnly?: boolean;
  /** Said of the speaker only. */
  readonly isSpeakerOnly?: boolean;
  /** "would love to visit": the modal that belongs to the pattern. */
  readonly modal?: string;
  /** The value begins with the verb: "run three times a week". */
  readonly isWhole?: boolean;
  /** Reads more out of a clause that another rule has read. */
  readonly isAlso?: boolean;
  /** One value, however many commas. */
  readonly isSingle?: boolean;
  /** Only where a time is said. */
  readonly isTimed?: boolean;
  /** "I can": the modal must be there, negation says nothing. */
  readonly tense?: 'present' | 'past' | 'perfect' | 'future';
  /** Only where the time of it is said. */
  readonly isDated?: boolean;
  readonly confidence?: number;
};

export type Element =
  | { readonly kind: 'word'; readonly words: ReadonlySet<string>; readonly isOptional: boolean }
  | { readonly kind: 'object'; readonly object: string };

export type Rule = {
  readonly relation: string;
  readonly aspect: Aspect;
  readonly lemma: string;
  readonly elements: readonly Element[];
  readonly options: Options;
};

export type Row = readonly [relation: string, aspect: Aspect, says: string, options?: Options];

function toElement(part: string): Element {
  const object = /^<(.+)>$/.exec(part);
  if (object?.[1] !== undefined) return { kind: 'object', object: object[1] };
  const isOptional = part.endsWith('?');
  return { kind: 'word', words: new Set((isOptional ? part.slice(0, -1) : part).split('|')), isOptional };
}

/** Compiles rows: patterns are parted by ";", their words by spaces; "a|b" is either, "a?" may be missing, "<kind>" is the object. */
export function compile(rows: readonly Row[]): readonly Rule[] {
  return rows.flatMap(([relation, aspect, says, options = {}]) =>
    says.split(';').flatMap((say) => {
      const [verbs = '', ...parts] = say.trim().split(/\s+/);
      const elements = parts.map(toElement);
      learnVerbs(verbs.split('|').filter((verb) => verb !== '*'));
      return verbs.split('|').map((lemma): Rule => ({ relation, aspect, lemma, elements, options }));
    }),
  );
}

export type Noun = {
  readonly relation: string;
  readonly words: readonly string[];
  readonly object: string;
  readonly isSingle: boolean;
};

/** "my … is": nouns parted by "|" that name a relation, and what its object is. */
export function compileNouns(
  rows: readonly (readonly [relation: string, nouns: string, object: string, isSingle?: boolean])[],
): readonly Noun[] {
  return rows
    .flatMap(([relation, nouns, object, isSingle = false]) =>
      nouns
        .split('|')
        .map((noun): Noun => ({ relation, words: tokenize(noun).map(({ word }) => word), object, isSingle })),
    )
    .sort((a, b) => b.words.length - a.words.length);
}
