/** The member names that tell one vendor's export from another's. */
const TELLING = new Set([
  'Author',
  'Conversation',
  'Message',
  'Time',
  'assistants',
  'attachments',
  'author',
  'caption',
  'chat',
  'chat_messages',
  'chunkedPrompt',
  'chunks',
  'content',
  'conversation',
  'conversationId',
  'conversations',
  'conversations_memory',
  'created',
  'created_at',
  'currentId',
  'docs',
  'hash',
  'header',
  'history',
  'id',
  'lastUsedModel',
  'mapping',
  'memories',
  'memory',
  'message',
  'messageId',
  'messages',
  'messagesTree',
  'name',
  'object',
  'perChatPredictionConfig',
  'products',
  'project_memories',
  'prompt_template',
  'responses',
  'results',
  'role',
  'sender',
  'speaker',
  'text',
  'thread_id',
  'time',
  'title',
  'tokenCount',
  'type',
  'user_id',
  'uuid',
  'versions',
]);

const MAX_DEPTH = 4;
const MAX_NAME_BYTES = 24;
const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Notes where telling member names occur, as paths such as `[].mapping` or `.conversations[].mapping`. It keeps no
 * values, does not mind how the file goes on, and so can look at the beginning of a file of any size.
 */
export class JsonProbe {
  readonly paths = new Set<string>();
  #prefixes: string[] = [];
  /** Whether what is open at each depth is an array: an object in an object is a member, not an element. */
  readonly #isArray: boolean[] = [];
  #depth = 0;
  #name = '';
  #string: number[] | null = null;
  #isInString = false;
  #isEscaped = false;
  #isFirst = true;
  /** The first byte that is no space. */
  first: number | null = null;

  write(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.byteLength; i += 1) {
      const byte = chunk[i] ?? 0;
      if (this.#isInString) this.#stepInString(byte);
      else this.#step(byte);
    }
  }

  #stepInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    if (this.#isInString && this.#string !== null && this.#string.length < MAX_NAME_BYTES) this.#string.push(byte);
  }

  #step(byte: number): void {
    if (this.#isFirst && byte > 0x20) {
      this.first = byte;
      this.#isFirst = false;
    }
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.#string = this.#depth <= MAX_DEPTH ? [] : null;
        return;
      case COLON:
        if (this.#string !== null) this.#nameMember(Buffer.from(this.#string).toString('latin1'));
        this.#string = null;
        return;
      case COMMA:
        this.#string = null;
        return;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        this.#open(byte);
        return;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        this.#depth = Math.max(0, this.#depth - 1);
        this.#prefixes.length = Math.min(this.#prefixes.length, this.#depth);
    }
  }

  #open(byte: number): void {
    if (this.#depth < MAX_DEPTH) {
      const outer = this.#depth === 0 ? '' : (this.#prefixes[this.#depth - 1] ?? '');
      const isElement = this.#depth === 0 || this.#isArray[this.#depth - 1] === true;
      const own = isElement ? outer : `${outer}.${this.#name}`;
      this.#isArray[this.#depth] = byte === OPEN_ARRAY;
      this.#prefixes[this.#depth] = byte === OPEN_ARRAY ? `${own}[]` : own;
    }
    this.#depth += 1;
    this.#name = '';
  }

  #nameMember(name: string): void {
    this.#name = TELLING.has(name) ? name : '*';
    if (this.#name === '*' || this.#depth > MAX_DEPTH) return;
    this.paths.add(`${this.#prefixes[this.#depth - 1] ?? ''}.${name}`);
  }
}
