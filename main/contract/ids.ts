import { z } from 'zod';

const id = z.string().min(1).max(512);

/** A turn keeps the id of its source everywhere (design section 12.1). */
export const TurnId = id.brand<'TurnId'>();
export type TurnId = z.infer<typeof TurnId>;
export const ConversationId = id.brand<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;
export const SpaceId = id.brand<'SpaceId'>();
export type SpaceId = z.infer<typeof SpaceId>;
export const TraceId = id.brand<'TraceId'>();
export type TraceId = z.infer<typeof TraceId>;
export const ModelId = id.brand<'ModelId'>();
export type ModelId = z.infer<typeof ModelId>;
export const UploadId = id.brand<'UploadId'>();
export type UploadId = z.infer<typeof UploadId>;

/** An ISO 8601 instant with offset. */
export const Instant = z.iso.datetime({ offset: true });
export type Instant = z.infer<typeof Instant>;

/** The space every conversation belongs to unless another is named. */
export const DEFAULT_SPACE = 'home' as SpaceId;
