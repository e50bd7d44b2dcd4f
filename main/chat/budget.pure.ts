export type BudgetPlan = { readonly memoryTokens: number; readonly recentTokens: number; readonly replyTokens: number };

const REPLY_TOKENS = 512;
/** System prompt, template marks, date, and the question itself. */
const OVERHEAD_TOKENS = 512;
const AUTOMATIC = { least: 768, most: 7_000 };
/** Without a choice, reading the memories should not keep the user waiting longer than this. */
const PATIENCE_SECONDS = 6;

/**
 * Shares of the model's context. The memory allowance depends on the model and on what the user chose, never on how long
 * the conversation is: a cap that grew with the conversation cost ICE v2 22 points (design section 9).
 */
export function planBudget(input: {
  readonly contextTokens: number;
  readonly wanted: number | null;
  /** As measured on this computer; null before the first answer. */
  readonly promptTokensPerSecond: number | null;
}): BudgetPlan {
  const replyTokens = Math.min(REPLY_TOKENS, Math.floor(input.contextTokens / 4));
  const open = Math.max(
    0,
    input.contextTokens - replyTokens - Math.min(OVERHEAD_TOKENS, Math.floor(input.contextTokens / 4)),
  );
  const patient = Math.round((input.promptTokensPerSecond ?? 0) * PATIENCE_SECONDS);
  const automatic = Math.max(AUTOMATIC.least, Math.min(AUTOMATIC.most, patient));
  const memoryTokens = Math.min(input.wanted ?? automatic, Math.floor(open * 0.9));
  return { memoryTokens, recentTokens: open - memoryTokens, replyTokens };
}
