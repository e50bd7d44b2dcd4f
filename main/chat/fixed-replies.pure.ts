/** What is said where nothing supports an answer. */
export const UNKNOWN_REPLY = 'Nothing that was said answers this. It is not known here.';
export const EVIDENCE_HEADING = 'No chat model is installed, so these are the closest words from your own history:';
export const CLOSEST_HEADING = 'These are the closest words from your own history:';
export const SHORT_HEADING = 'Closest words from your history:';
export const NOTED_REPLY =
  'Kept: your words are in your history and can be found. There is no chat model to reply; get one under Models.';
export const HEARD_REPLY =
  'Heard. How you like things done waits in the inbox, and is followed once you say so there. There is no chat model to reply; get one under Models.';
export const NOT_NOTED_REPLY =
  'Your words are no part of memory: nothing is saved here. There is no chat model to reply; get one under Models.';
export const NO_MODEL_NO_MEMORY_REPLY =
  'No chat model is installed, and this needs none of your memories. Get a model under Models to talk about anything.';
export const NOT_USED_REPLY =
  'Using memory is switched off here, and without a chat model there is nothing else to answer from.';

/** What Palimpsest itself says in replies, word for word: nobody's words, and in many conversations. */
export const FIXED_REPLIES: readonly string[] = [
  ...[UNKNOWN_REPLY, EVIDENCE_HEADING, CLOSEST_HEADING, SHORT_HEADING, NOTED_REPLY, HEARD_REPLY],
  ...[NOT_NOTED_REPLY, NO_MODEL_NO_MEMORY_REPLY, NOT_USED_REPLY],
];
