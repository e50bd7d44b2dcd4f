/** Blocks that chat programs write into an answer for their own use: reasoning and tool traffic, never the answer. */
const MACHINE_DETAILS = /<details\b[^<>]{0,2000}?\btype="(?:reasoning|tool_calls|code_interpreter|code_execution)"/iy;
const DETAILS_TAG = /<(\/?)details\b/gi;

export type Stripped = { readonly text: string; readonly leftOut: number };

/**
 * Takes `<details type="reasoning">` and its like out of an answer, with what is nested in them. One that never ends
 * goes to the end of the text: thinking must not pass for what was answered.
 */
export function stripDetails(text: string): Stripped {
  let kept = '';
  let leftOut = 0;
  let from = 0;
  let depth = 0;
  DETAILS_TAG.lastIndex = 0;
  for (let tag = DETAILS_TAG.exec(text); tag !== null; tag = DETAILS_TAG.exec(text)) {
    const isEnd = tag[1] === '/';
    if (depth > 0) {
      depth += isEnd ? -1 : 1;
      if (depth > 0) continue;
      const close = text.indexOf('>', DETAILS_TAG.lastIndex);
      from = close < 0 ? text.length : close + 1;
      continue;
    }
    MACHINE_DETAILS.lastIndex = tag.index;
    if (isEnd || !MACHINE_DETAILS.test(text)) continue;
    kept += text.slice(from, tag.index);
    depth = 1;
    leftOut += 1;
  }
  if (depth === 0) kept += text.slice(from);
  return leftOut === 0 ? { text, leftOut } : { text: kept.trim(), leftOut };
}

const THINKING = /\s*<(think|thinking|thought)>/iy;

/** Takes the reasoning away that some models write in front of their answer. */
export function stripThinking(text: string): Stripped {
  const lower = text.toLowerCase();
  // Some letters become longer in lower case; places in one text are then none in the other.
  const searched = lower.length === text.length ? lower : text;
  let from = 0;
  let leftOut = 0;
  THINKING.lastIndex = 0;
  for (let open = THINKING.exec(text); open !== null; open = THINKING.exec(text)) {
    const close = `</${open[1]?.toLowerCase() ?? ''}>`;
    const end = searched.indexOf(close, THINKING.lastIndex);
    from = end < 0 ? text.length : end + close.length;
    leftOut += 1;
    THINKING.lastIndex = from;
  }
  return leftOut === 0 ? { text, leftOut } : { text: text.slice(from).trim(), leftOut };
}

/** Both, as they come in one answer. */
export function stripMachineText(text: string): Stripped {
  const details = stripDetails(text);
  const thinking = stripThinking(details.text);
  return { text: thinking.text, leftOut: details.leftOut + thinking.leftOut };
}
