import { once } from 'node:events';
import { Child, script } from '../support/child.js';
import type { Answer, Order, Outcome } from './loads.js';

/** The load generator as seen by the run: a separate process on its own core. */
export class LoadProcess {
  private readonly child: Child;
  private readonly ended: Promise<Answer>;

  constructor(core: number | null) {
    const command = script(new URL('./generator.ts', import.meta.url));
    this.child = new Child(command, { core, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.ended = once(this.child.process, 'exit').then(() => ({ problem: 'the load generator ended' }));
  }

  /**
   * @param onBegin called when the lead is over
   * @throws Error when an answer was not a 200 or a connection broke
   */
  measure(order: Order, onBegin: () => void = () => undefined): Promise<Outcome> {
    const { process } = this.child;
    return new Promise((resolve, reject) => {
      const hear = (answer: Answer): void => {
        if ('hasBegun' in answer) return onBegin();
        process.off('message', hear);
        if ('problem' in answer) reject(new Error(answer.problem));
        else resolve(answer.outcome);
      };
      process.on('message', hear);
      process.send(order);
      void this.ended.then(hear);
    });
  }
}
