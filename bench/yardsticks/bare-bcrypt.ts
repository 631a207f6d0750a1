import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

interface Order {
  readonly seconds: number;
  readonly password: string;
  readonly hash: string;
}

/** Bare bcrypt with the server's number of threads, priority and core, and nothing else. */
const threads = Math.max(1, availableParallelism() - 1);
const workers = Array.from(
  { length: threads },
  () => new Worker(new URL('./bcrypt-worker.js', import.meta.url), { execArgv: [] }),
);

process.on('message', (order: Order) => void measure(order));
process.on('disconnect', () => process.exit(0));

async function measure(order: Order): Promise<void> {
  const rates = await Promise.all(workers.map((worker) => rateOf(worker, order)));
  process.send?.({ rate: rates.reduce((sum, rate) => sum + rate, 0) });
}

function rateOf(worker: Worker, order: Order): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.postMessage(order);
  });
}
