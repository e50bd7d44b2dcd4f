import { foldWords } from './verbatim.pure.ts';

/**
 * Orders to the assistant about its own rules, as pasted text gives them. "Remember that my sister is Mira" is none: it
 * asks to remember, and changes no rule. Each is looked for in one paragraph, folded.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|override|bypass|forget)\b(?: \S+){0,3} (?:above|previous|prior|preceding|foregoing|earlier|before this)\b/,
  /\b(?:ignore|disregard|override|bypass|forget|change|replace)\b(?: \S+){0,4} (?:instructions?|guidelines|system (?:prompt|message)|directives?|memory rules)\b/,
  /\b(?:ignore|disregard|override|forget) (?:everything|anything|all|whatever|what)\b(?: (?!i )\S+){0,2} (?:told|said|written|instructed|given|learn(?:ed|t)|know)\b/,
  /\b(?:your|new|updated|this|the following) system (?:prompt|message|instructions?)\b/,
  /\bsystem (?:prompt|message|override|instructions?) ?[:=]/,
  /(?:^|\n) ?[#*[<]*(?:system|assistant|developer)[\]>*]* ?:/,
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|instructions?)>/,
  /\byou (?:must|shall|should|have to|need to|are (?:required|instructed) to|will)\b (?:always|never|now|only|forever)(?: \S+){0,2} (?:remember|memori[sz]e|believe|record|store|treat|assume|trust|say|answer)\b/,
  /\b(?:remember|memori[sz]e|record|store|save|note|add|update|believe|learn)\b(?: \S+){0,6} the user(?:'s)?\b/,
  /\b(?:do not|don't|never)\b(?: \S+){0,2} (?:tell|inform|ask|alert|warn) the user\b/,
  /\b(?:delete|erase|wipe|clear|overwrite|reset|purge|rewrite) (?:\S+ ){0,3}(?:memory|memories|beliefs|codex|what you know)\b/,
  /\b(?:you are now (?:an? |the |in |dan\b|my |free|acting|operating|no longer|unrestricted)|from now on,? you (?:are|must|will|shall)|developer mode\b|jailbreak)/,
  /\b(?:mark|set|store|record|treat)\b(?: \S+){0,4} as (?:verified|trusted|a (?:verified |trusted |user )?(?:fact|correction)|highest authority)\b/,
  /\bwith(?: the)? (?:highest|full|admin(?:istrator)?|root|user) (?:authority|privileges|permissions?)\b/,
];

/** Whether the text orders the assistant to change how it remembers or obeys. */
export function isInstruction(text: string): boolean {
  const lines = text.split('\n').map(foldWords);
  // An order may run over a line's end, and a speaker's label begins a line.
  const ways = [lines.join('\n'), lines.join(' ')];
  return ORDERS.some((order) => ways.some((folded) => order.test(folded)));
}

/** The paragraph around an offset: text between blank lines. */
export function paragraphAround(text: string, at: number): string {
  const before =
    text
      .slice(0, at)
      .split(/\n[ \t]*\n/)
      .at(-1) ?? '';
  const after = text.slice(at).split(/\n[ \t]*\n/)[0] ?? '';
  return before + after;
}
