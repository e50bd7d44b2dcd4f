import { join } from './bytes.pure.ts';
import { sha512 } from './sha2.pure.ts';

/** Ed25519 verification (RFC 8032) by big integers: two signatures a bundle, so speed is no matter, and no platform must help. */

const P = (1n << 255n) - 19n;
const L = (1n << 252n) + 27742317777372353535851937790883648493n;

const mod = (x: bigint): bigint => {
  const r = x % P;
  return r < 0n ? r + P : r;
};

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let e = exponent; e > 0n; e >>= 1n) {
    if ((e & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const invert = (x: bigint): bigint => power(x, P - 2n);
const D = mod(-121665n * invert(121666n));
const SQRT_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
type Point = { readonly x: bigint; readonly y: bigint; readonly z: bigint; readonly t: bigint };
const NEUTRAL: Point = { x: 0n, y: 1n, z: 1n, t: 0n };

function add(p: Point, q: Point): Point {
  const a = mod((p.y - p.x) * (q.y - q.x));
  const b = mod((p.y + p.x) * (q.y + q.x));
  const c = mod(2n * p.t * q.t * D);
  const d = mod(2n * p.z * q.z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
}

function multiply(p: Point, scalar: bigint): Point {
  let result = NEUTRAL;
  let double = p;
  for (let s = scalar; s > 0n; s >>= 1n) {
    if ((s & 1n) === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

const isEqual = (p: Point, q: Point): boolean => mod(p.x * q.z - q.x * p.z) === 0n && mod(p.y * q.z - q.y * p.z) === 0n;

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let n = bytes.length - 1; n >= 0; n -= 1) value = (value << 8n) | BigInt(bytes[n] ?? 0);
  return value;
}

/** A point of its 32 bytes, or null; a second spelling of the same point is none. */
function decode(bytes: Uint8Array): Point | null {
  const all = littleEndian(bytes);
  const y = all & ((1n << 255n) - 1n);
  const sign = all >> 255n;
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  const vxx = mod(v * x * x);
  if (vxx !== u) {
    if (vxx !== mod(-u)) return null;
    x = mod(x * SQRT_MINUS_ONE);
  }
  if (x === 0n && sign === 1n) return null;
  if ((x & 1n) !== sign) x = P - x;
  return { x, y, z: 1n, t: mod(x * y) };
}

const BASE = (() => {
  const bytes = new Uint8Array(32).fill(0x66);
  bytes[0] = 0x58;
  const point = decode(bytes);
  if (point === null) throw new Error('bug: the base point is on the curve');
  return point;
})();

/** Whether a 64-byte signature is by this 32-byte public key over this message. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const a = decode(publicKey);
  const r = decode(signature.subarray(0, 32));
  const s = littleEndian(signature.subarray(32));
  // A larger s would be a second signature of the same message. A key of small order signs everything.
  if (a === null || r === null || s >= L || isEqual(multiply(a, 8n), NEUTRAL)) return false;
  const k = littleEndian(sha512(join([signature.subarray(0, 32), publicKey, message]))) % L;
  return isEqual(multiply(BASE, s), add(r, multiply(a, k)));
}
