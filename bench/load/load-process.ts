import { once } from 'node:events';
import { Child, script } from '../support/child.js';
import type { Answer, Order, Outcome } from './loads.js';

/** The load generator as seen by the run: a separate process on its own core. */
export class LoadProcess {
  private readonly child: Child;
  private readonly ended: Promise<[Answer]>;

  constructor(core: number | null) {
    const command = script(new URL('./generator.ts', import.meta.url));
    this.child = new Child(command, { core, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.ended = once(this.child.process, 'exit').then(() => [{ problem: 'the load generator ended' }]);
  }

  /** @throws Error when an answer was not a 200 or a connection broke */
  async measure(order: Order): Promise<Outcome> {
    const answered = once(this.child.process, 'message') as Promise<[Answer]>;
    this.child.process.send(order);
    const [answer] = await Promise.race([answered, this.ended]);
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.outcome;
  }
}
