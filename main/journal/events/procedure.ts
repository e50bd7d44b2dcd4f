import { z } from 'zod';

const id = z.string().min(1);
const Quote = z.object({ turnId: id, quote: z.string() }).readonly();

/** How the user likes things done; a later one of the same id takes its place. */
export const ProcedureSet = z.object({
  kind: z.literal('procedure.set'),
  body: z
    .object({
      procedureId: id,
      spaceId: id,
      trigger: z.string(),
      steps: z.array(z.string()).readonly(),
      evidence: z.array(id).readonly(),
      zone: z.string(),
      /** Absent, as in old journals: `active` and by the user. */
      status: z.enum(['active', 'proposed']).exactOptional(),
      source: z.enum(['user', 'learned']).exactOptional(),
      /** The words that taught it, each verbatim in its turn. */
      quotes: z.array(Quote).readonly().exactOptional(),
      /** Name and version of the reader that learned it. */
      reader: id.exactOptional(),
      /** Proposed ones that this one says the contrary of: it takes their place at once. */
      replaces: z.array(id).readonly().exactOptional(),
      /** Active ones that it says the contrary of: they are switched off when it is accepted. */
      contradicts: z.array(id).readonly().exactOptional(),
    })
    .readonly(),
});

/** The user's word on what was learned. */
export const ProcedureDecided = z.object({
  kind: z.literal('procedure.decided'),
  body: z
    .object({
      procedureIds: z.array(id).readonly(),
      /** `reject-always`: the same wish is never proposed again. */
      decision: z.enum(['accept', 'reject', 'reject-always']),
      /** What the accepted ones switch off. */
      replaces: z.array(id).readonly(),
    })
    .readonly(),
});

/** Said again, or used in an answer that the user did not object to. */
export const ProcedureReinforced = z.object({
  kind: z.literal('procedure.reinforced'),
  body: z
    .object({
      procedureId: id,
      why: z.enum(['said', 'used']),
      /** The turn that said it again, or the answer that used it. */
      turnId: id,
      /** Verbatim; null for a use. */
      quote: z.string().nullable(),
    })
    .readonly(),
});

export const ProcedureDeactivated = z.object({
  kind: z.literal('procedure.deactivated'),
  body: z
    .object({
      procedureId: id,
      /** `disuse`: nobody said or used it for long; `said`: the user took it back in a turn. */
      why: z.enum(['disuse', 'user', 'said']),
      /** The time that it is for: a run of upkeep may be simulated. */
      at: z.iso.datetime({ offset: true }),
      turnId: id.nullable(),
      quote: z.string().nullable(),
    })
    .readonly(),
});

export const ProcedureReactivated = z.object({
  kind: z.literal('procedure.reactivated'),
  body: z
    .object({
      procedureId: id,
      why: z.enum(['said', 'user']),
      turnId: id.nullable(),
      quote: z.string().nullable(),
    })
    .readonly(),
});

export const ProcedureRemoved = z.object({
  kind: z.literal('procedure.removed'),
  body: z.object({ procedureId: id }).readonly(),
});

/** Takes back what the record `seq` did to procedures. */
export const ProcedureUndone = z.object({
  kind: z.literal('procedure.undone'),
  body: z.object({ seq: z.int().min(1) }).readonly(),
});

/** How far a reader has come, with the wishes that one more mention would make a procedure of. */
export const ProceduresRead = z.object({
  kind: z.literal('procedures.read'),
  body: z
    .object({
      reader: id,
      throughSeq: z.int().min(0),
      heard: z
        .array(
          z
            .object({
              turnId: id,
              spaceId: id,
              trigger: z.string(),
              steps: z.array(z.string()).readonly(),
              quote: z.string(),
            })
            .readonly(),
        )
        .readonly(),
    })
    .readonly(),
});
