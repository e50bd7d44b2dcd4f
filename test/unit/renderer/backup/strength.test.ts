import { describe, expect, it } from 'vitest';
import { joinPath, parentOf } from '../../../../renderer/features/backup/paths.pure.ts';
import { judgePassphrase } from '../../../../renderer/features/backup/strength.pure.ts';

describe('renderer/backup', () => {
  it('judges a passphrase by its words and its letters', () => {
    const judged = (texts: readonly string[]) => texts.map(judgePassphrase);
    expect(judged(['', 'seven77', '       x'])).toEqual(['short', 'short', 'short']);
    expect(judged(['password1', 'aaaaaaaaaaaaaaaa', 'harbour lamps', '12345678'])).toEqual([
      'weak',
      'weak',
      'weak',
      'weak',
    ]);
    expect(judged(['copper lantern drifts north'])).toEqual(['fair']);
    expect(judged(['copper lantern drifts north often', 'k7#Qz!vR2m&Xp9Lw'])).toEqual(['strong', 'strong']);
  });

  it('finds the folder above and names one in it, on every system', () => {
    expect(
      ['/home/ada/data', '/data', '/home/ada/data/', 'C:\\Users\\Ada\\Data', 'C:\\Data', ''].map(parentOf),
    ).toEqual(['/home/ada', '/', '/home/ada', 'C:\\Users\\Ada', 'C:\\', '']);
    expect([joinPath('/', 'x'), joinPath('/a/', 'x y'), joinPath('C:\\', 'x')]).toEqual(['/x', '/a/x y', 'C:\\x']);
  });
});
