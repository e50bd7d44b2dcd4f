import { describe, expect, it } from 'vitest';
import { judgePassphrase } from '../../../../renderer/features/protection/passphrase.pure.ts';

describe('protection/passphrase', () => {
  it.each([
    ['short', 'too-short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['password12345678', 'weak'],
    ['qwertyuiop', 'weak'],
    ['1234567890', 'weak'],
    ['abcdefgh', 'weak'],
    ['tallboot', 'weak'],
    ['tall boots9!', 'fair'],
    ['ladder onion quartz', 'fair'],
    ['ladder onion quartz velvet sparrow', 'good'],
    ['Xk2#9vLq!7tRz@4m', 'good'],
    ['шесть слов которые никто не знает', 'good'],
    ['same same same same same same', 'weak'],
  ] as const)('calls “%s” %s', (text, expected) => {
    expect(judgePassphrase(text)).toBe(expected);
  });
});
