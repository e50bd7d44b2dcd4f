import { describe, expect, it } from 'vitest';
import { wordsOfHtml } from '../../../main/importing/formats/html-words.ts';
import { stripMachineText } from '../../../main/importing/formats/machine-text.pure.ts';
import { splitTranscript } from '../../../main/importing/formats/split-transcript.pure.ts';

/** Texts of a megabyte on which a careless reader takes minutes. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['spaces before a word', `${' '.repeat(1_000_000)}x`],
  ['closed thoughts', '<think>x</think>'.repeat(60_000)],
  ['open details', '<details type="reasoning">'.repeat(40_000)],
  ['details of another kind', '<details open>'.repeat(70_000)],
  ['small tags', '<b>x</b> '.repeat(110_000)],
  ['open tags', '<div>'.repeat(200_000)],
  ['spaces in code', `<pre>${' '.repeat(1_000_000)}x</pre>`],
  ['blank lines', `User: hi${'\n'.repeat(1_000_000)}Assistant: x`],
  ['stars', `${'*'.repeat(1_000_000)}\nUser: x`],
  ['fences', '```\n'.repeat(250_000)],
  ['labels', 'User: a\nAssistant: b\n'.repeat(50_000)],
];

describe('importing large texts', () => {
  it.each(TEXTS)('takes no longer for %s than for any other text', (_, text) => {
    const startMs = performance.now();
    wordsOfHtml(text);
    stripMachineText(text);
    splitTranscript(text);

    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  it('takes nothing out of an answer but what a machine wrote for itself', () => {
    expect(stripMachineText('<think>a</think> <THINK>b</THINK>\nanswer <think>kept</think>').text).toBe(
      'answer <think>kept</think>',
    );
    expect(stripMachineText('<details><summary>s</summary>kept</details>').text).toBe(
      '<details><summary>s</summary>kept</details>',
    );
    expect(stripMachineText('a<details type="tool_calls">never closed').text).toBe('a');
  });
});
