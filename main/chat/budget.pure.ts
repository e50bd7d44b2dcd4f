export type BudgetPlan = { readonly memoryTokens: number; readonly recentTokens: number; readonly replyTokens: number };

const REPLY_TOKENS = 512;
/** System prompt, template marks, date, and the question itself. */
const OVERHEAD_TOKENS = 512;
const AUTOMATIC_MAX = 2_048;

/**
 * Shares of the model's context. The memory allowance depends on the model and on what the user chose, never on how long
 * the conversation is: a cap that grew with the conversation cost ICE v2 22 points (design section 9).
 */
export function planBudget(input: { readonly contextTokens: number; readonly wanted: number | null }): BudgetPlan {
  const replyTokens = Math.min(REPLY_TOKENS, Math.floor(input.contextTokens / 4));
  const open = Math.max(
    0,
    input.contextTokens - replyTokens - Math.min(OVERHEAD_TOKENS, Math.floor(input.contextTokens / 4)),
  );
  const memoryTokens = Math.min(input.wanted ?? AUTOMATIC_MAX, Math.floor(open * 0.9));
  return { memoryTokens, recentTokens: open - memoryTokens, replyTokens };
}
