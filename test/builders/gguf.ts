/** Writes the head of a GGUF file by hand, so that broken ones can be made as well. */

type Value =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'u32'; readonly value: number }
  | { readonly kind: 'texts'; readonly value: readonly string[] };

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

function encode(value: Value): Buffer {
  switch (value.kind) {
    case 'text':
      return Buffer.concat([u32(8), text(value.value)]);
    case 'u32':
      return Buffer.concat([u32(4), u32(value.value)]);
    case 'texts':
      return Buffer.concat([u32(9), u32(8), u64(value.value.length), ...value.value.map(text)]);
  }
}

/** A GGUF header with these keys, and some bytes of tensors after it. */
export function makeGguf(
  keys: Readonly<Record<string, Value>> = {
    'general.architecture': { kind: 'text', value: 'llama' },
    'general.name': { kind: 'text', value: 'My Model' },
    'general.license': { kind: 'text', value: 'mit' },
    'tokenizer.ggml.tokens': { kind: 'texts', value: ['a', 'b', 'a long token'] },
    'llama.context_length': { kind: 'u32', value: 2048 },
    'tokenizer.chat_template': { kind: 'text', value: '{{ messages }}' },
  },
  { magic = 'GGUF', version = 3, keyCount = Object.keys(keys).length } = {},
): Buffer {
  const entries = Object.entries(keys).flatMap(([key, value]) => [text(key), encode(value)]);
  return Buffer.concat([Buffer.from(magic), u32(version), u64(0), u64(keyCount), ...entries, Buffer.alloc(64)]);
}
