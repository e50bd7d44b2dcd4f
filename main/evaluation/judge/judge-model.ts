export type ModelMessage = { readonly role: 'system' | 'user'; readonly content: string };

export type Completing = {
  readonly messages: readonly ModelMessage[];
  /** JSON schema that the reply has to follow, held to by a grammar where there is one; null: free words. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly maxTokens: number;
};

/** A language model at temperature 0: the app's own, or one that the user serves. */
export type JudgeModel = {
  /** As reports name it. */
  readonly name: string;
  /** Its file's or name's hash, so that figures of two models are not mixed; null where only the name is known. */
  readonly hash: string | null;
  /** Whether what it is asked leaves this machine. */
  readonly isRemote: boolean;
  readonly complete: (
    completing: Completing,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly promptTokens: number | null }>;
};
