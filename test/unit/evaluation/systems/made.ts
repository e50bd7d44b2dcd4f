import type { Arm } from '../../../../main/evaluation/format/arm.ts';
import type { TrajectoryTurn } from '../../../../main/evaluation/format/trajectory.ts';

export const ARM: Arm = {
  ...{ name: 'other', system: 'other', k: 30, budgetTokens: null, isMemoryFull: false },
  ...{ conversation: 'fresh', access: 'none', lifecycle: 'none' },
};

export const turn = (id: string, text: string, over: Partial<TrajectoryTurn> = {}): TrajectoryTurn => ({
  ...{ id, text, conversation: 'c1', speaker: 'Ann', role: 'user', at: '2024-05-01T08:00:00Z' },
  ...over,
});
