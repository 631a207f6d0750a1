// Plain JavaScript: worker threads do not inherit the TypeScript loader.
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcrypt';

try {
  os.setPriority(10);
} catch {
  // measured at normal priority, as the server's worker would run too
}

parentPort?.on('message', ({ seconds, password, hash }) => {
  const startedAt = performance.now();
  let count = 0;
  do {
    if (!bcrypt.compareSync(password, hash)) throw new Error('the password does not match');
    count++;
  } while (performance.now() - startedAt < seconds * 1000);
  parentPort?.postMessage((count * 1000) / (performance.now() - startedAt));
});
