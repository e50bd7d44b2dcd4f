/** SHA-256 and SHA-512 (FIPS 180-4), for readers without a library: browsers give them only as promises. */

const MASK = (1n << 64n) - 1n;

/** The first 64 bits of the fractional part of a root of a prime, as FIPS 180-4 defines its constants. */
function fraction(prime: bigint, root: 2n | 3n): bigint {
  // floor(root(prime) * 2^64) by bisection over integers.
  const target = prime << (64n * root);
  let low = 0n;
  let high = 1n << 70n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** root <= target) low = middle;
    else high = middle;
  }
  return low & MASK;
}

function firstPrimes(count: number): readonly bigint[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map(BigInt);
}

const PRIMES = firstPrimes(80);
const K512 = PRIMES.map((prime) => fraction(prime, 3n));
const H512 = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));
// The 32-bit constants are the upper halves of the 64-bit ones.
const K256 = Int32Array.from(K512.slice(0, 64), (k) => Number(BigInt.asIntN(32, k >> 32n)));
const H256 = Int32Array.from(H512, (h) => Number(BigInt.asIntN(32, h >> 32n)));

function padded(bytes: Uint8Array, block: 64 | 128): Uint8Array {
  const lengthBytes = block / 8;
  const size = Math.ceil((bytes.length + 1 + lengthBytes) / block) * block;
  const out = new Uint8Array(size);
  out.set(bytes);
  out[bytes.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  return out;
}

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** SHA-256. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(H256);
  const working = { state, w: new Int32Array(64) };
  // Whole blocks are read in place: only the end is copied.
  const whole = bytes.length - (bytes.length % 64);
  const direct = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) compress(working, direct, at);
  const end = endOf(bytes, whole);
  for (let at = 0; at < end.byteLength; at += 64) compress(working, end, at);
  const out = new DataView(new ArrayBuffer(32));
  for (let n = 0; n < 8; n += 1) out.setInt32(n * 4, state[n] ?? 0);
  return new Uint8Array(out.buffer);
}

function endOf(bytes: Uint8Array, whole: number): DataView {
  const end = padded(bytes.subarray(whole), 64);
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(end.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

type Working = { readonly state: Int32Array; readonly w: Int32Array };

function compress({ state, w }: Working, view: DataView, at: number): void {
  for (let n = 0; n < 16; n += 1) w[n] = view.getInt32(at + n * 4);
  for (let n = 16; n < 64; n += 1) {
    const a = w[n - 15] as number; // inside its 64 words
    const b = w[n - 2] as number; // inside its 64 words
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[n] = ((w[n - 16] as number) + s0 + (w[n - 7] as number) + s1) | 0; // inside its 64 words
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]; // eight words
  for (let n = 0; n < 64; n += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K256[n] as number) + (w[n] as number)) | 0; // 64 of each
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = ((state[n] ?? 0) + value) | 0;
}

const rotate64 = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

/** SHA-512, for a signature's few hundred bytes: by big integers, since nothing hangs on its speed. */
export function sha512(bytes: Uint8Array): Uint8Array {
  const data = new DataView(padded(bytes, 128).buffer);
  const state = [...H512];
  for (let at = 0; at < data.byteLength; at += 128) {
    const w: bigint[] = [];
    for (let n = 0; n < 16; n += 1) w.push(data.getBigUint64(at + n * 8));
    for (let n = 16; n < 80; n += 1) w.push(schedule(w, n));
    round(state, w);
  }
  const out = new DataView(new ArrayBuffer(64));
  for (const [n, value] of state.entries()) out.setBigUint64(n * 8, value);
  return new Uint8Array(out.buffer);
}

const at64 = (words: readonly bigint[], n: number): bigint => words[n] ?? 0n;

function schedule(w: readonly bigint[], n: number): bigint {
  const [a, b] = [at64(w, n - 15), at64(w, n - 2)];
  const s0 = rotate64(a, 1n) ^ rotate64(a, 8n) ^ (a >> 7n);
  const s1 = rotate64(b, 19n) ^ rotate64(b, 61n) ^ (b >> 6n);
  return (at64(w, n - 16) + s0 + at64(w, n - 7) + s1) & MASK;
}

function round(state: bigint[], w: readonly bigint[]): void {
  let v = [...state];
  for (let n = 0; n < 80; n += 1) {
    const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, k) => at64(v, k)) as [
      ...[bigint, bigint, bigint, bigint],
      ...[bigint, bigint, bigint, bigint],
    ]; // eight words
    const s1 = rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n);
    const t1 = h + s1 + ((e & f) ^ (~e & MASK & g)) + at64(K512, n) + at64(w, n);
    const s0 = rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    v = [(t1 + t2) & MASK, a, b, c, (d + t1) & MASK, e, f, g];
  }
  for (let n = 0; n < 8; n += 1) state[n] = (at64(state, n) + at64(v, n)) & MASK;
}
