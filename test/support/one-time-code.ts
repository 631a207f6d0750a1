import { createHmac } from 'node:crypto';

/** How long a code is shown. */
export const STEP_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The key of an authenticator application, as its text is shown in groups of letters (RFC 4648 §6). */
export function keyOf(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')].map((letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The code of a time, computed without the server's library (RFC 4226 §5.3, RFC 6238). */
export function codeAt(key: Buffer, seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_SECONDS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac[mac.length - 1] & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
