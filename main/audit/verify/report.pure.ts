/** What a check found, as `palimpsest doctor` says it. */
export type AuditProblem = {
  readonly check: string;
  readonly file: string | null;
  readonly seq: number | null;
  readonly id: string | null;
  readonly message: string;
  readonly fix: string;
};

export type AuditReport = {
  readonly ok: boolean;
  readonly problems: readonly AuditProblem[];
  /** What is true and not protected, or worth comparing. */
  readonly notes: readonly string[];
  readonly counts: {
    readonly files: number;
    readonly records: number;
    /** Records whose words are in the bundle. */
    readonly open: number;
    /** Covered up by whoever made the bundle, or outside of its scope: the commitment alone is there. */
    readonly covered: number;
    readonly erased: number;
    readonly facts: number;
    readonly traces: number;
  };
  readonly head: { readonly seq: number; readonly hash: string } | null;
  readonly isSigned: boolean;
  /** SHA-256 of the key whose signature fits, to be compared with the one that the owner names; else null. */
  readonly fingerprint: string | null;
  readonly exportedAt: string | null;
};

export const UNTRUSTED = 'Ask for the bundle again, and do not rely on this one.';

/** One kind of problem fills no report: the rest is counted. */
const MAX_OF_A_CHECK = 100;

/** Collects problems in the order in which they are found. */
export class Problems {
  readonly #list: AuditProblem[] = [];
  readonly #counts = new Map<string, number>();

  add(problem: Pick<AuditProblem, 'check' | 'message'> & Partial<AuditProblem>): void {
    const count = (this.#counts.get(problem.check) ?? 0) + 1;
    this.#counts.set(problem.check, count);
    if (count > MAX_OF_A_CHECK) return;
    this.#list.push({ file: null, seq: null, id: null, fix: UNTRUSTED, ...problem });
  }

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  list(): readonly AuditProblem[] {
    const more = [...this.#counts].filter(([, count]) => count > MAX_OF_A_CHECK);
    return [
      ...this.#list,
      ...more.map(([check, count]) => ({
        ...{ check, file: null, seq: null, id: null, fix: UNTRUSTED },
        message: `${count - MAX_OF_A_CHECK} more of the same kind are not listed.`,
      })),
    ];
  }
}
