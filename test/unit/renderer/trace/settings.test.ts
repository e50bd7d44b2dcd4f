import { describe, expect, it } from 'vitest';
import { RecallSettings } from '../../../../main/contract/index.ts';
import { RANKING } from '../../../../main/retrieval/ranking/weights.ts';
import { DEFAULT_RECIPE } from '../../../../main/retrieval/recipes.ts';
import { partName, settingValueName, signed, signedMs } from '../../../../renderer/features/trace/names.ts';
import {
  listChanged,
  readNumber,
  SETTING_NAMES,
  SETTING_VALUES,
  supportWord,
  withSetting,
} from '../../../../renderer/features/trace/settings.pure.ts';

const config = { hash: '', embeddingSpace: '', recipe: DEFAULT_RECIPE.name };

describe('renderer/trace/settings', () => {
  it('offers every setting of the contract, and only values that the engine takes', () => {
    expect([...SETTING_NAMES].sort()).toEqual(Object.keys(RecallSettings.shape).sort());
    for (const name of SETTING_NAMES) {
      for (const value of SETTING_VALUES[name])
        expect(RecallSettings.parse({ [name]: value })).toEqual({ [name]: value });
    }
  });

  it('knows what the recipe of the engine does, so that only what differs is shown', () => {
    expect(listChanged({ settings: DEFAULT_RECIPE.settings, config })).toEqual([]);
    expect(listChanged({ settings: { ...DEFAULT_RECIPE.settings, ranker: 'ice' }, config })).toEqual([
      { name: 'ranker', value: 'ice' },
    ]);
  });

  it('shows all settings of a recipe that it does not know, and none where a trace tells of none', () => {
    const old = { ...config, recipe: 'an older one' };
    expect(listChanged({ settings: { decay: false, rerank: true }, config: old })).toEqual([
      { name: 'rerank', value: true },
      { name: 'decay', value: false },
    ]);
    expect(listChanged({ settings: {}, config })).toEqual([]);
  });

  it('sets one setting, and leaves it to the recipe again', () => {
    const set = withSetting({ decay: false }, 'packing', 'by score');
    expect(set).toEqual({ decay: false, packing: 'by score' });
    expect(withSetting(set, 'decay', null)).toEqual({ packing: 'by score' });
  });

  it('takes a whole number above nothing, and nothing else', () => {
    expect(['12', ' 7 ', '', '0', '-3', '1.5', 'ten', '1001'].map((typed) => readNumber(typed, 1_000))).toEqual([
      12,
      7,
      ...Array(6).fill(undefined),
    ]);
  });

  it('says support in words', () => {
    const words = [
      { support: 0.9, abstain: false },
      { support: 0.2, abstain: false },
      { support: 0.05, abstain: true },
    ].map(supportWord);
    expect(words).toEqual(['likely', 'weak', 'none']);
  });

  it('has a name for every part of the engine’s ranking, and shows an unknown one as it stands', () => {
    const unnamed = Object.keys(RANKING.weights).filter(
      (name) => partName(name) === name && !['length', 'time'].includes(name),
    );
    expect(unnamed).toEqual([]);
    expect([partName('a part of tomorrow'), partName('episodic')]).toEqual(['a part of tomorrow', 'episodic vector']);
    expect(settingValueName('ranker', 'ice')).toBe('by ranks (ICE)');
    expect([signed(1.234), signed(-0.3), signed(-0.001)]).toEqual(['+1.23', '−0.30', '0']);
    expect([signedMs(3.44), signedMs(-1_086.2)]).toEqual(['+3.4 ms', '−1086 ms']);
  });
});
