/** Whether an answer under a JSON grammar is finished: small models go on with blank lines instead of ending. */
export function isCompleteJson(text: string): boolean {
  const trimmed = text.trim();
  const first = trimmed.at(0);
  const last = trimmed.at(-1);
  const isClosed =
    (first === '{' && last === '}') ||
    (first === '[' && last === ']') ||
    (first === '"' && last === '"' && trimmed.length > 1);
  if (!isClosed) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    // Not finished yet: the bracket belongs to an inner value.
    return false;
  }
}
