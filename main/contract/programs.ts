import { z } from 'zod';

/** Formats of other programs that hold conversations; journals name them, so that it only ever grows. */
export const ChatFormat = z.enum([
  'jsonl',
  'chatgpt',
  'claude',
  'gemini',
  'aistudio',
  'grok',
  'copilot',
  'openwebui',
  'lmstudio',
  'jan',
  'librechat',
  'memories',
  'transcript',
]);
export type ChatFormat = z.infer<typeof ChatFormat>;

/** Where a conversation comes from. */
export const ConversationSource = z.enum(['palimpsest', ...ChatFormat.options]);
export type ConversationSource = z.infer<typeof ConversationSource>;
