import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Order, Outcome } from './loads.js';
import { supplyOf } from './requests.js';
import { Stream } from './stream.js';

/** The load generator's process: receives an order, answers with its figures. */
process.on('message', (order: Order) => {
  run(order).then(
    (outcome) => reply({ outcome }),
    (cause: unknown) => reply({ problem: cause instanceof Error ? cause.message : String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));

function reply(answer: Answer): void {
  process.send?.(answer);
}

function run(order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onProblem = (problem: string): void => reject(new Error(problem));
    const make = (load: Order['loads'][number]): Stream =>
      new Stream(order.port, order.connections, supplyOf(load, order), onProblem, load.kind === 'password');
    measure(order.loads.map(make), order).then(resolve, reject);
  });
}

async function measure(
  streams: readonly Stream[],
  { seconds, leadSeconds = 0 }: Pick<Order, 'seconds' | 'leadSeconds'>,
): Promise<Outcome> {
  await Promise.all(streams.map((stream) => stream.connect()));
  const main = streams.map((stream) => stream.run());
  if (leadSeconds > 0) await sleep(leadSeconds * 1000);
  reply({ hasBegun: true });
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  for (const stream of streams) stream.measureUntil(startedAt + seconds * 1000);
  await main[0];
  const { user, system } = process.cpuUsage(cpu);
  const busy = (user + system) / 1000 / (performance.now() - startedAt);
  return { figures: await Promise.all(main), busy };
}
