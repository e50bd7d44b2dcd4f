import type { FragmentKind, LegName } from '../../contract/recall.ts';
import { listLegStandings } from '../../stores/health-legs.ts';
import { type Check, type Found, found, plural } from '../check.ts';

/** So many questions in a row in which a leg with something to search gave nothing are no accident any more. */
export const SILENT_QUESTIONS = 50;
const FAILURES = 3;

/** What each leg searches; a leg that has not gave itself nothing to do. */
export const KIND_OF_LEG: Partial<Record<LegName, FragmentKind>> = {
  procedural: 'procedure',
  document: 'document',
  summary: 'summary',
};

const nameOf = (leg: LegName): string => (leg === 'episodic' ? 'episodic vector' : leg);

/** What the answers so far say of each leg. */
export const legsCheck: Check = {
  name: 'legs',
  codes: ['leg.silent', 'leg.failing'],
  run: async ({ ctx }) => {
    const all: Found[] = [];
    for (const { leg, askedSince, failedInRow, givenAt, why } of await listLegStandings(ctx.db.read)) {
      if (failedInRow >= FAILURES) {
        all.push(
          found({
            code: 'leg.failing',
            about: leg,
            message: `The ${nameOf(leg)} leg failed in the last ${plural(failedInRow, 'question')}: ${why ?? 'no reason was given'}. Answers rest on the other legs.`,
            fix: 'Start the model process again, and watch the leg anew.',
            repair: 'renew-leg',
            evidence: { failedInRow },
          }),
        );
      } else if (askedSince >= SILENT_QUESTIONS && leg !== 'neighbourhood') {
        // The neighbourhood has no store of its own: what it adds depends on what the others find.
        const since = givenAt === null ? 'It has never given anything' : 'It gave something before';
        const fix =
          KIND_OF_LEG[leg] === undefined
            ? 'Read the index anew from the tables, and watch the leg anew.'
            : 'Make the vectors of what it searches anew, and watch the leg anew. If your questions are about other things, dismiss this.';
        all.push(
          found({
            code: 'leg.silent',
            about: leg,
            severity: 'notice',
            message: `The ${nameOf(leg)} leg has given nothing in the last ${plural(askedSince, 'question')}, although there is something to search. ${since}.`,
            fix,
            repair: 'renew-leg',
            evidence: { questions: askedSince },
          }),
        );
      }
    }
    return all;
  },
};
