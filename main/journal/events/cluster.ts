import { z } from 'zod';

const id = z.string().min(1);
const Labelled = z.object({ clusterId: id, label: z.string() }).readonly();

/**
 * What a sorting of a space's turns into topics changed, and nothing that stayed as it was. A sorting that is too long for
 * one record comes in several; `pass` is in the last.
 */
export const ClustersChanged = z.object({
  kind: z.literal('clusters.changed'),
  body: z
    .object({
      spaceId: id,
      /** Name and version of what sorted. */
      by: id,
      /** Of a full pass: where these turns are says where the topics lie. */
      isFull: z.boolean().default(false),
      made: z.array(Labelled).readonly(),
      renamed: z.array(Labelled).readonly(),
      gone: z.array(id).readonly(),
      /** Null: to no topic any more. */
      assigned: z.array(z.object({ clusterId: id.nullable(), turnIds: z.array(id).readonly() }).readonly()).readonly(),
      /** The time that the run was for; of a full pass also the turns that it looked at. */
      pass: z
        .object({ at: z.iso.datetime({ offset: true }), fullTurns: z.int().min(0).nullable() })
        .readonly()
        .nullable(),
    })
    .readonly(),
});

/** The user's hand on one topic; what is null stays as it was. */
export const ClusterSet = z.object({
  kind: z.literal('cluster.set'),
  body: z
    .object({
      clusterId: id,
      /** `own` null: back to the label that was made for it. */
      name: z.object({ own: z.string().nullable() }).readonly().nullable(),
      isHidden: z.boolean().nullable(),
    })
    .readonly(),
});

/** The user asked for everything to be sorted anew. */
export const ClustersAsked = z.object({
  kind: z.literal('clusters.asked'),
  body: z.object({ spaceId: id }).readonly(),
});
