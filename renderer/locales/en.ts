import { audit } from './en/audit.ts';
import { backup } from './en/backup.ts';
import { chat } from './en/chat.ts';
import { checkUp } from './en/check-up.ts';
import { codex } from './en/codex.ts';
import { consent } from './en/consent.ts';
import { documents } from './en/documents.ts';
import { doubles } from './en/doubles.ts';
import { forget } from './en/forget.ts';
import { frame } from './en/frame.ts';
import { graph } from './en/graph.ts';
import { health } from './en/health.ts';
import { memory } from './en/memory.ts';
import { pages } from './en/pages.ts';
import { procedures } from './en/procedures.ts';
import { protection } from './en/protection.ts';
import { routing } from './en/routing.ts';
import { topics } from './en/topics.ts';
import { yourData } from './en/your-data.ts';

/** Every text of the app in English; the keys of this object are the keys there are. */
export const en = {
  ...audit,
  ...frame,
  ...backup,
  ...chat,
  ...checkUp,
  ...codex,
  ...consent,
  ...documents,
  ...doubles,
  ...forget,
  ...graph,
  ...health,
  ...memory,
  ...pages,
  ...procedures,
  ...protection,
  ...routing,
  ...topics,
  ...yourData,
} as const;
