/** A number as protobuf writes it: seven bits a byte, the lowest first. */
function toVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** A field that holds bytes. */
const toField = (field: number, bytes: readonly number[]): number[] => [
  ...toVarint((field << 3) | 2),
  ...toVarint(bytes.length),
  ...bytes,
];

const FLOAT = [8, 1];

/**
 * Bytes that, appended to an ONNX file, make a value inside its graph one more output: protobuf joins the parts of a
 * message that comes twice, so `ModelProto.graph.output` gains an entry. Nothing else of the model changes.
 */
export function encodeGraphOutput(name: string): Uint8Array {
  const tensorType = toField(1, FLOAT); // TypeProto.tensor_type.elem_type
  const valueInfo = [...toField(1, [...new TextEncoder().encode(name)]), ...toField(2, tensorType)];
  return Uint8Array.from(toField(7, toField(12, valueInfo)));
}
