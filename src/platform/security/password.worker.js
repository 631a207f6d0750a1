// Runs in a worker thread at a lower priority (D70). Plain JavaScript, so that tests load it as the server does.
import './no-fetch.js';
import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import bcrypt from 'bcrypt';

// On Linux this only applies to the calling thread; elsewhere lowering may be refused, which only costs priority.
try {
  os.setPriority(15);
} catch {
  // the pool works at normal priority
}

/** @param {{ password: string, cost: number }} task */
export function hash({ password, cost }) {
  return bcrypt.hashSync(password, cost);
}

/**
 * Compares with one hash; if that refuses the password, or the account is refused anyway, does the other work too, so
 * that all refusals have done the same (D40).
 * @param {{ deciding: Work, others: Work[], isRefused: boolean }} task
 * @typedef {{ kind: string, password: string }} Work one of COMPARE below, with what it takes
 */
export async function compare({ deciding, others, isRefused }) {
  const matches = await COMPARE[deciding.kind](deciding);
  if (matches && !isRefused) return true;
  if (deciding.kind === 'bcrypt') fillUp(deciding);
  for (const other of others) await COMPARE[other.kind](other);
  return matches;
}

const COMPARE = {
  bcrypt: ({ password, hash }) => bcrypt.compareSync(password, hash),
  argon2id: compareArgon2,
  argon2i: compareArgon2,
  scrypt: compareScrypt,
  pbkdf2: comparePbkdf2,
};

/**
 * After a hash cheaper than `cost` it keeps working for as long as a full one takes: 2^c + (2^c + 2^(c+1) + … +
 * 2^(cost-1)) = 2^cost, so a caller cannot tell which hash was used (D40).
 */
function fillUp({ password, hash, cost }) {
  for (let c = bcrypt.getRounds(hash); c < cost; c++) bcrypt.hashSync(password, c);
}

/** By WebAssembly, in this thread: a native one would work in threads of the usual priority. */
async function compareArgon2({ kind, password, salt, digest, memoryKib, passes, lanes }) {
  const argon2 = await import('hash-wasm'); // where there is no such hash, it is never loaded
  // The library takes no empty password: no account has one, and another one takes as long.
  const some = password === '' ? ' ' : password;
  const options = { password: some, salt, iterations: passes, parallelism: lanes, memorySize: memoryKib };
  const made = await argon2[kind]({ ...options, hashLength: digest.length, outputType: 'binary' });
  return timingSafeEqual(made, digest) && password !== '';
}

function compareScrypt({ password, salt, digest, n, r, p, signedBy, signerKey }) {
  const maxmem = 128 * r * (n + p) + 1_048_576; // OpenSSL counts what is beside the blocks too
  const made = scryptSync(password, salt, digest.length, { N: n, r, p, maxmem });
  if (signedBy === undefined) return timingSafeEqual(made, digest);
  return Boolean(signerKey) && timingSafeEqual(signedWith(made, signerKey), digest);
}

/** Firebase's hash is the project's signer key, encrypted with what scrypt made of the password (D407). */
function signedWith(made, signerKey) {
  const cipher = createCipheriv('aes-256-ctr', made.subarray(0, 32), Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}

function comparePbkdf2({ password, salt, digest, hash, iterations }) {
  return timingSafeEqual(pbkdf2Sync(password, salt, iterations, digest.length, hash), digest);
}
