import type { Readable } from 'node:stream';
import type { DoctorReport } from '../contract/app.ts';
import type { BackupProgress } from '../contract/backup.ts';
import type { AuditReport, Client, Credential, FromEngine, Wire } from '../contract/index.ts';
import type { EvaluationParts } from '../evaluation/run/parts.ts';
import type { Args } from './args.ts';
import type { BenchParts } from './bench.ts';

/** The engine as the command line uses it: a way to the contract, and an orderly end. */
export type CliEngine = {
  readonly connect: (wire: Wire<unknown, FromEngine>) => void;
  readonly client: () => Client;
  readonly close: () => Promise<void>;
};

export type RunningServer = { readonly url: string; readonly token: string; readonly invite: () => string } & Pick<
  CliEngine,
  'close'
>;

/** Where a command writes; what Node's streams and the tests' buffers have in common. */
export type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/** A backup as a command names it: the folder or the file, and which of the folder. */
export type BackupAt = {
  readonly path: string;
  readonly at: string | undefined;
  readonly passphrase: string | undefined;
};

/** What the process gives the command line: it opens nothing and reads no environment by itself. */
export type Cli = {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by the first Ctrl+C or SIGTERM: commands stop what they do and close the folder. */
  readonly signal: AbortSignal;
  readonly openEngine: (input: {
    readonly dataFolder: string;
    readonly mode: 'browser' | 'command line';
    /** Opens a protected folder. */
    readonly credential?: Credential;
    readonly isLockedAllowed?: boolean;
  }) => Promise<CliEngine>;
  readonly openBenchParts: () => Promise<BenchParts>;
  readonly openEvaluationParts: () => Promise<EvaluationParts>;
  readonly inspectDataFolder: (dataFolder: string) => Promise<DoctorReport>;
  /** Checks an audit bundle, which needs no data folder; `key` is what it is expected to be signed with. */
  readonly verifyBundle: (input: {
    readonly path: string;
    readonly key: string | null;
    readonly signal: AbortSignal;
  }) => Promise<AuditReport>;
  /** Into a new folder, from a backup that a path names; needs no data folder. */
  readonly restoreBackup: (
    input: BackupAt & { readonly to: string },
    watch: { readonly signal: AbortSignal; readonly onChunk: (progress: BackupProgress) => void },
  ) => Promise<{ readonly folder: string; readonly records: number; readonly bytes: number; readonly ms: number }>;
  readonly findBackup: (input: BackupAt) => Promise<{ readonly id: string; readonly folder: string }>;
  readonly startServer: (input: { readonly engine: CliEngine; readonly port: number }) => Promise<RunningServer>;
  /** False when no browser could be opened. */
  readonly openBrowser: (url: string) => Promise<boolean>;
};

export type ExitCode = 0 | 1 | 2;

export type OptionSpec = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
};

export type Command = {
  readonly name: string;
  /** What follows `palimpsest `, on one line. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Lines of `--help` under the usage: a flag and what it does. */
  readonly flags: readonly (readonly [string, string])[];
  readonly run: (cli: Cli, args: Args) => Promise<ExitCode>;
};
