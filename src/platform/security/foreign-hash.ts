/** A parsed password hash of another system. All costs are within the limits below. */
export type ForeignHash = Argon2Hash | ScryptHash | Pbkdf2Hash;

interface Kept {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

export interface Argon2Hash extends Kept {
  readonly kind: 'argon2id' | 'argon2i';
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface ScryptHash extends Kept {
  readonly kind: 'scrypt';
  readonly n: number;
  readonly r: number;
  readonly p: number;
  /** Of Firebase Auth (D407): the id of the project's signer key, which scrypt's output encrypts. Absent: the output is the hash. */
  readonly signedBy?: string;
}

export interface Pbkdf2Hash extends Kept {
  readonly kind: 'pbkdf2';
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  readonly iterations: number;
}

type Found<Hash extends ForeignHash = ForeignHash> = Hash | { readonly problem: string };

/**
 * The highest cost of one comparison: strangers can keep each thread busy with one. About a second at most; the parameters
 * that OWASP, RFC 9106 (its second choice) and the frameworks recommend are well below.
 */
export const FOREIGN_LIMITS = {
  memoryKib: 131_072,
  /** argon2: the memory times its passes; scrypt: N × r × p in KiB of 1024 bytes, 128 of which are one block. */
  argon2WorkKib: 524_288,
  scryptWork: 2_097_152,
  lanes: 16,
  pbkdf2Iterations: 2_000_000,
} as const;

const LONGEST = 512;
const LEAST_DIGEST = 16;
const LONGEST_PART = 128;

const NUMBER = String.raw`(\d{1,10})`;
const BASE64 = '([A-Za-z0-9+/.]+={0,2})';
/** The ids of Firebase projects' signer keys. */
const SIGNER_ID = '([0-9a-f]{16})';
/** Bytes of a Firebase project's signer key, and so of its hashes. */
export const SIGNER_KEY_BYTES = 64;
const HEX = '([0-9a-f]+)';
/** A salt that a framework uses as text. */
const TEXT = String.raw`([!-#%-~]+)`;

type Read = (...parts: string[]) => Found;

const FORMS: readonly (readonly [form: RegExp, read: Read])[] = [
  [
    // PHC; Django puts a word before it
    whole(
      String.raw`(?:argon2)?\$(argon2id?)\$v=(\d{1,3})\$m=${NUMBER},t=${NUMBER},p=${NUMBER}\$${BASE64}\$${BASE64}`,
    ),
    (kind, version, m, t, p, salt, digest) =>
      kind === 'argon2id' || kind === 'argon2i'
        ? argon2(kind, version, [m, t, p].map(Number), bytes(salt), bytes(digest))
        : unknown(),
  ],
  [
    whole(String.raw`\$scrypt\$ln=(\d{1,2}),r=${NUMBER},p=${NUMBER}\$${BASE64}\$${BASE64}`), // PHC, passlib
    (ln, r, p, salt, digest) => scrypt([2 ** Number(ln), Number(r), Number(p)], bytes(salt), bytes(digest)),
  ],
  [
    whole(String.raw`scrypt\$${TEXT}\$${NUMBER}\$${NUMBER}\$${NUMBER}\$${BASE64}`), // Django
    (salt, n, r, p, digest) => scrypt([n, r, p].map(Number), Buffer.from(salt), bytes(digest)),
  ],
  [
    whole(String.raw`scrypt:${NUMBER}:${NUMBER}:${NUMBER}\$${TEXT}\$${HEX}`), // Werkzeug
    (n, r, p, salt, digest) => scrypt([n, r, p].map(Number), Buffer.from(salt), hexBytes(digest)),
  ],
  [
    // Firebase Auth, with the id of the signer key in place of the key
    whole(
      String.raw`\$fbscrypt\$v=1,n=(\d{1,2}),r=${NUMBER},p=1,ss=${BASE64},k=${SIGNER_ID}\$${BASE64}\$${BASE64}`,
    ),
    (n, r, separator, signedBy, salt, digest) =>
      firebase([2 ** Number(n), Number(r), 1], signedBy, [salt, separator].map(bytes), bytes(digest)),
  ],
  [
    // PHC and passlib, which leaves "i=" out, and says no hash for SHA-1
    whole(
      String.raw`\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?${NUMBER}(?:,l=\d{1,3})?\$${BASE64}\$${BASE64}`,
    ),
    (hash, iterations, salt, digest) => pbkdf2(hash, iterations, bytes(salt), bytes(digest)),
  ],
  [
    whole(String.raw`pbkdf2_(sha1|sha256|sha512)\$${NUMBER}\$${TEXT}\$${BASE64}`), // Django
    (hash, iterations, salt, digest) => pbkdf2(hash, iterations, Buffer.from(salt), bytes(digest)),
  ],
  [
    whole(String.raw`pbkdf2:(sha1|sha256|sha512):${NUMBER}\$${TEXT}\$${HEX}`), // Werkzeug
    (hash, iterations, salt, digest) => pbkdf2(hash, iterations, Buffer.from(salt), hexBytes(digest)),
  ],
];

/** Parses a hash of another system; null: it is no such hash, or above the limits. */
export function foreignHashOf(text: string): ForeignHash | null {
  const found = read(text);
  return 'problem' in found ? null : found;
}

/** What is wrong with a hash of another system, such as "is not a password hash …"; null: nothing. */
export function problemWithForeignHash(text: string): string | null {
  const found = read(text);
  return 'problem' in found ? found.problem : null;
}

/** Returns the id of the Firebase signer key that a hash names; null: it needs none. */
export function signerIn(text: string): string | null {
  const found = foreignHashOf(text);
  return (found?.kind === 'scrypt' && found.signedBy) || null;
}

function read(text: string): Found {
  if (text.length > LONGEST) return { problem: `is longer than ${LONGEST} characters` };
  for (const [form, readParts] of FORMS) {
    const found = form.exec(text);
    if (found) return withinParts(readParts(...found.slice(1)));
  }
  return unknown();
}

function argon2(
  kind: Argon2Hash['kind'],
  version: string,
  [memoryKib, passes, lanes]: readonly number[],
  salt: Buffer,
  digest: Buffer,
): Found {
  const { memoryKib: most, argon2WorkKib, lanes: mostLanes } = FOREIGN_LIMITS;
  if (version !== '19') return { problem: `has version ${version} of argon2: only 19 can be taken over` };
  if (lanes < 1 || lanes > mostLanes)
    return { problem: `has p=${lanes}: 1 to ${mostLanes} can be taken over` };
  if (memoryKib > most) return { problem: tooMuch('m', memoryKib, most, ' KiB') };
  if (memoryKib < 8 * lanes)
    return { problem: `has m=${memoryKib}: at least 8 for each of p=${lanes} belong to argon2` };
  if (passes < 1) return { problem: 'has t=0: at least 1 belongs to argon2' };
  if (memoryKib * passes > argon2WorkKib)
    return { problem: tooMuch('m × t', memoryKib * passes, argon2WorkKib, ' KiB') };
  if (salt.length < 8) return { problem: 'has a salt of fewer than 8 bytes' };
  return { kind, memoryKib, passes, lanes, salt, digest };
}

function scrypt([n, r, p]: readonly number[], salt: Buffer, digest: Buffer): Found<ScryptHash> {
  const { memoryKib, scryptWork, lanes } = FOREIGN_LIMITS;
  if (n < 2 || !Number.isInteger(Math.log2(n)))
    return { problem: `has N=${n}: scrypt has a power of two, from 2 on` };
  if (r < 1) return { problem: 'has r=0: at least 1 belongs to scrypt' };
  if (p < 1 || p > lanes) return { problem: `has p=${p}: 1 to ${lanes} can be taken over` };
  if ((n * r) / 8 > memoryKib) return { problem: tooMuch('128 × N × r', (n * r) / 8, memoryKib, ' KiB') };
  if (n * r * p > scryptWork) return { problem: tooMuch('N × r × p', n * r * p, scryptWork) };
  if (Math.log2(n) >= 16 * r) return { problem: `has N=${n}: too much for r=${r}` };
  return { kind: 'scrypt', n, r, p, salt, digest };
}

function firebase(
  costs: readonly number[],
  signedBy: string,
  [salt, separator]: readonly Buffer[],
  digest: Buffer,
): Found {
  if (digest.length !== SIGNER_KEY_BYTES)
    return { problem: `has a hash of ${digest.length} bytes: ${SIGNER_KEY_BYTES} belong to Firebase` };
  const found = scrypt(costs, Buffer.concat([salt, separator]), digest);
  return 'problem' in found ? found : { ...found, signedBy };
}

function pbkdf2(hash: string | undefined, count: string, salt: Buffer, digest: Buffer): Found {
  const iterations = Number(count);
  const { pbkdf2Iterations: most } = FOREIGN_LIMITS;
  if (iterations < 1) return { problem: 'has no iterations' };
  if (iterations > most) return { problem: tooMuch('iterations', iterations, most) };
  return { kind: 'pbkdf2', hash: (hash ?? 'sha1') as Pbkdf2Hash['hash'], iterations, salt, digest };
}

function withinParts(found: Found): Found {
  if ('problem' in found) return found;
  const { salt, digest } = found;
  if (salt.length < 1 || salt.length > LONGEST_PART)
    return { problem: `has a salt of ${salt.length} bytes: 1 to ${LONGEST_PART} can be taken over` };
  if (digest.length < LEAST_DIGEST || digest.length > LONGEST_PART)
    return {
      problem: `has a hash of ${digest.length} bytes: ${LEAST_DIGEST} to ${LONGEST_PART} can be taken over`,
    };
  return found;
}

function tooMuch(what: string, is: number, most: number, unit = ''): string {
  return `costs too much: ${what} is ${is}${unit}, and at most ${most}${unit} can be taken over`;
}

function unknown(): Found {
  return {
    problem:
      "is not a password hash that can be taken over: bcrypt ($2a$, $2b$ or $2y$, of cost 4 to 16), argon2id or argon2i ($argon2id$v=19$…), scrypt ($scrypt$ln=…), Firebase's scrypt ($fbscrypt$v=1,…) or PBKDF2 ($pbkdf2-sha256$…, pbkdf2_sha256$…)",
  };
}

function whole(form: string): RegExp {
  return new RegExp(`^${form}$`);
}

/** Decodes base64, also with passlib's "." in place of "+"; returns no bytes for incomplete base64. */
function bytes(text: string): Buffer {
  const plain = text.replaceAll('.', '+').replace(/=+$/, '');
  const read = Buffer.from(plain, 'base64');
  return plain.length % 4 === 1 ? Buffer.alloc(0) : read;
}

function hexBytes(text: string): Buffer {
  return text.length % 2 === 1 ? Buffer.alloc(0) : Buffer.from(text, 'hex');
}
