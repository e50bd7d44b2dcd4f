import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractWithRules, MAX_CANDIDATES } from '../../../../main/codex/extract-with-rules.pure.ts';
import vocabulary from '../../../../main/codex/vocabulary.json' with { type: 'json' };
import { makeSource } from './claim-lines.ts';

const RELATIONS = new Set(vocabulary.relations.map(({ name }) => name));
const PIECES =
  `I|I'm|i|we|my|our|her|his|Tom|Mira|Ana's|sister|dog|wife|called|named|live|lives|lived|living|in|at|to|from|moved|work|works|as|a|an|the|nurse|Novatek|Ghent|not|n't|never|no longer|used to|and|but|,|.|?|!|;|:|(|)|"|'|“|”|who|which|if|maybe|I think|since|2019|for three years|until|last week|in June|3 May|birthday|favourite|is|am|are|was|been|have|has|had|like|love|hate|jazz|tea|actually|sorry|I meant|said|that|\n|> |\`|\`\`\`|<a>|</a>|1|€|noor@example.org|é|😀|\uFFFC|\u0000`.split(
    '|',
  );
const anyTalk = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(' '));

function expectSound(text: string): void {
  const found = extractWithRules(makeSource({ text }), []);
  expect(found.length).toBeLessThanOrEqual(MAX_CANDIDATES);
  for (const { quote, relation, act, object, confidence, subject } of found) {
    expect(0 <= quote.from && quote.from < quote.to && quote.to <= text.length).toBe(true);
    expect(text.slice(quote.from, quote.to).trim()).not.toBe('');
    expect(RELATIONS.has(relation)).toBe(true);
    expect(object !== null || act === 'end' || act === 'retract').toBe(true);
    expect(confidence > 0 && confidence <= 1).toBe(true);
    if (subject.kind === 'name') expect(subject.name.trim()).not.toBe('');
    if (object?.kind === 'name') expect(object.name.trim()).not.toBe('');
    if (object?.kind === 'literal') expect(object.text.trim()).not.toBe('');
  }
}

describe('codex/rules: any text', () => {
  it('never throws and quotes only what stands there, whatever the words', () => {
    fc.assert(fc.property(anyTalk, expectSound), { numRuns: 400, seed: 7 });
  });

  it('never throws on strings of any characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), expectSound), { numRuns: 200, seed: 8 });
  });

  it('reads nothing of an assistant, a system or a document', () => {
    for (const role of ['assistant', 'system'] as const)
      expect(extractWithRules(makeSource({ text: 'I live in Ghent.', role }), [])).toEqual([]);
    expect(extractWithRules(makeSource({ text: 'I live in Ghent.', role: 'other', speaker: 'Tom' }), [])).toHaveLength(
      1,
    );
  });

  it('keeps the first claims of a turn that makes fifty', () => {
    const text = Array.from({ length: 50 }, (_, i) => `I live in Town${String.fromCharCode(65 + (i % 26))}.`).join(' ');
    expect(extractWithRules(makeSource({ text }), [])).toHaveLength(MAX_CANDIDATES);
    const oneSentence = Array.from(
      { length: 50 },
      (_, i) => `I visited Town${String.fromCharCode(65 + (i % 26))}`,
    ).join(', ');
    expect(extractWithRules(makeSource({ text: oneSentence }), [])).toHaveLength(MAX_CANDIDATES);
  });
});

const REPEATED =
  `a|a.|a |I |"|'| '| 'a|<a>|\`\`\`|> \n|in 2019 |in 2019, |I live in Ghent and |I live on Ghent. |my sister |my sister's |Tom's |Tom |Tom, |not |I have been |and,|1|1-|1 |a@|\n| |I think that |if |tea, |translate |email |my sister who lives, |January |-|(|“|i said |3 May `.split(
    '|',
  );

/** Linear reading takes a second at most; a pattern that backtracks takes minutes. */
const LIMIT_MS = 8_000;

describe('codex/rules: long texts', () => {
  it.each(REPEATED)('reads 100,000 characters of %j without going back over them', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const from = performance.now();
    extractWithRules(makeSource({ text }), []);
    expect(performance.now() - from).toBeLessThan(LIMIT_MS);
  });
});
