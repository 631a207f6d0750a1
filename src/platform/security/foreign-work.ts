import type { Argon2Hash, ForeignHash, Pbkdf2Hash, ScryptHash } from './foreign-hash.js';

const BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;
const SOME = Buffer.alloc(16);

/** Returns the kind of a hash: work of the same kind can be added up. */
export function kindOf(hash: ForeignHash): string {
  return hash.kind === 'pbkdf2' ? `pbkdf2-${hash.hash}` : hash.kind;
}

/** Returns the work of a comparison, in units of its kind: KiB of memory × passes; blocks × rounds; iterations. */
export function workOf(hash: ForeignHash): number {
  switch (hash.kind) {
    case 'scrypt':
      return hash.n * hash.r * hash.p;
    case 'pbkdf2':
      return hash.iterations * Math.ceil(hash.digest.length / BYTES[hash.hash]);
    default:
      return hash.memoryKib * hash.passes;
  }
}

/** The costliest of each kind. */
export function costliest(hashes: readonly ForeignHash[]): ForeignHash[] {
  const found = new Map<string, ForeignHash>();
  for (const hash of hashes) {
    const before = found.get(kindOf(hash));
    if (!before || workOf(before) < workOf(hash)) found.set(kindOf(hash), hash);
  }
  return [...found.values()];
}

/** Returns the hashes to compute beside a hash, so that together they are as much work as the costliest of its kind. */
export function fillers(hash: ForeignHash, most: ForeignHash): ForeignHash[] {
  const rest = workOf(most) - workOf(hash);
  if (rest <= 0) return [];
  switch (most.kind) {
    case 'pbkdf2':
      return [iterations(most, rest)];
    case 'scrypt':
      return powersOfTwo(most, rest);
    default:
      return passes(most, rest);
  }
}

function iterations(like: Pbkdf2Hash, count: number): Pbkdf2Hash {
  return { ...like, iterations: count, digest: Buffer.alloc(BYTES[like.hash]) };
}

/** Returns whole passes over the memory of the costliest hash, and one pass over the rest. */
function passes(like: Argon2Hash, rest: number): Argon2Hash[] {
  const whole = Math.floor(rest / like.memoryKib);
  const left = rest - whole * like.memoryKib;
  const one = { ...like, salt: SOME, digest: SOME, lanes: 1 };
  return [
    ...(whole > 0 ? [{ ...one, passes: whole }] : []),
    ...(left >= 8 ? [{ ...one, memoryKib: left, passes: 1 }] : []), // less than argon2 can have
  ];
}

/** N is a power of two, and no greater than that of the costliest: its memory is the limit. */
function powersOfTwo({ n: most, r, ...like }: ScryptHash, rest: number): ScryptHash[] {
  const made: ScryptHash[] = [];
  for (let left = Math.floor(rest / r); left >= 2;) {
    const n = Math.min(most, 2 ** Math.floor(Math.log2(left)));
    made.push({ ...like, n, r, p: 1 });
    left -= n;
  }
  return made;
}
