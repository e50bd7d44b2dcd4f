import { createAnalyser } from '../../../main/retrieval/memory/analyse.ts';
import { toLexical } from '../../../main/stores/project/lexical-text.pure.ts';
import type { SourceTurn } from '../../../main/summaries/stretch.pure.ts';
import type { Voice } from '../../../main/summaries/write.pure.ts';

const analyser = createAnalyser();
export const analyse = (text: string): readonly string[] => analyser(toLexical(text));

/** Every word equally rare. */
export const VOICE: Voice = { analyse, idf: () => 1, zone: 'UTC' };

const START = Date.UTC(2026, 4, 3, 9);
const MINUTE = 60_000;

/** `Ana: text`, a minute apart; `+7h` in front makes a pause. */
export function makeTalk(lines: readonly string[], over: Partial<SourceTurn> = {}): readonly SourceTurn[] {
  let at = START;
  return lines.map((line, index) => {
    const [, hours, speaker = '', text = ''] = /^(?:\+(\d+)h )?([^:]+): ([\s\S]+)$/u.exec(line) ?? [];
    at += MINUTE + Number(hours ?? 0) * 60 * MINUTE;
    return {
      ...{ id: `t${index + 1}`, speaker, text, saidAtMs: at, session: null, isAnswer: false },
      role: speaker === 'Assistant' ? 'assistant' : 'other',
      ...over,
    };
  });
}
