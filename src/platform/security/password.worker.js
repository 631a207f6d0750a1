// Runs in a worker thread at a lower priority (D70). Plain JavaScript, so that tests load it as the server does.
import os from 'node:os';
import bcrypt from 'bcrypt';

// On Linux this applies to the calling thread alone; elsewhere lowering may be refused, which costs only priority.
try {
  os.setPriority(10);
} catch {
  // the pool works at normal priority
}

/** @param {{ password: string, cost: number }} task */
export function hash({ password, cost }) {
  return bcrypt.hashSync(password, cost);
}

/**
 * Compares, and on a mismatch with a hash cheaper than `cost` keeps working for as long as a full one takes: 2^c + (2^c
 * + 2^(c+1) + … + 2^(cost-1)) = 2^cost, so a caller cannot tell which hash was used (D40).
 * @param {{ password: string, hash: string, cost: number }} task
 */
export function compare({ password, hash, cost }) {
  const matches = bcrypt.compareSync(password, hash);
  if (!matches) for (let c = bcrypt.getRounds(hash); c < cost; c++) bcrypt.hashSync(password, c);
  return matches;
}
