import { create } from 'zustand';
import type { Learning } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Loadable, toFailed } from '../failure.ts';

export const useLearning = create<{ readonly learning: Loadable<Learning> }>(() => ({ learning: { kind: 'loading' } }));

/** Reads what was learnt; what was shown before stays until the new is here. */
export async function loadLearning(): Promise<void> {
  try {
    useLearning.setState({ learning: { kind: 'ready', value: await api.call('learning.get', {}) } });
  } catch (error) {
    useLearning.setState({ learning: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** An earlier version reads questions again. */
export async function restoreVersion(id: string): Promise<void> {
  try {
    useLearning.setState({ learning: { kind: 'ready', value: await api.call('learning.restore', { id }) } });
    announce(t('learning.restored'));
  } catch (error) {
    useLearning.setState({ learning: { kind: 'failed', failure: toFailed(error) } });
  }
}
