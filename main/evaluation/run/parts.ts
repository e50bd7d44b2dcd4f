import type { ChildProcess } from 'node:child_process';
import type { JudgeModel } from '../judge/judge-model.ts';
import type { OpenSystem } from '../systems/system.ts';

/** What the process gives an evaluation: it opens no engine by itself. */
export type EvaluationParts = {
  readonly version: string;
  readonly monotonicMs: () => number;
  readonly openPalimpsest: OpenSystem;
  /** The built page of reports, without data. */
  readonly readTemplate: () => Promise<string>;
  /** What was made of a history's texts is of no use for the next. */
  readonly forgetTexts: () => void;
  /** Of what runs: code, models, and files of rules, prompts and weights. */
  readonly hashes: () => Promise<{
    readonly code: string;
    readonly models: Readonly<Record<string, string>>;
    readonly config: string;
  }>;
  /** Keeps a second run out of a folder; the returned function gives it back. */
  readonly takeFolder: (folder: string) => Promise<() => Promise<void>>;
  /** By which other systems are measured and embedded, as this app is. */
  readonly measure: { readonly embedderFolder: string; readonly countTokens: (text: string) => number };
  /** Loads a chat model of a file, to answer or to judge for all arms alike. */
  readonly openChatModel: (path: string) => Promise<JudgeModel & { readonly bytes: number }>;
  /** This program again, with other words; its stderr is what it says. It ends with this process. */
  readonly startSelf: (argv: readonly string[]) => ChildProcess;
  /** Processor cores and memory that nobody uses. */
  readonly room: () => { readonly cores: number; readonly freeBytes: number };
  readonly close: () => Promise<void>;
};
