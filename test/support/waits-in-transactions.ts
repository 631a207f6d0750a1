import { AsyncLocalStorage } from 'node:async_hooks';
import { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { MessagePort } from 'node:worker_threads';
import type { Database } from '../../src/platform/database/database.js';

/** The work of a transaction, until it is over. */
interface Work {
  isOver: boolean;
  readonly waits: string[];
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** All exits from this thread: to the network, another thread or another process. */
const DOORS: readonly (readonly [prototype: object, method: string])[] = [
  [Socket.prototype, 'connect'],
  [Socket.prototype, '_writeGeneric'],
  [MessagePort.prototype, 'postMessage'],
  [ChildProcess.prototype, 'spawn'],
];
const WATCH = Symbol.for('hearth: waits in transactions');

/**
 * Finds every wait for the network, a thread or a process within a transaction: it would hold rows for that long,
 * and a node that vanished in it would hold them for everyone.
 */
export class WaitsInTransactions {
  private readonly found: string[] = [];

  /** @param database of a server with an embedded database: connecting to another one is network access too */
  constructor(database: Database) {
    const works = watch();
    const held = (method: 'transaction' | 'reading') => {
      const plain = database[method].bind(database) as (work: Method) => Promise<unknown>;
      const watched = (work: Method): Promise<unknown> =>
        plain((tx) => {
          const current: Work = { isOver: false, waits: this.found };
          return works.run(current, async () => {
            try {
              return await work.call(undefined, tx);
            } finally {
              current.isOver = true; // work to be done after the commit holds nothing
            }
          });
        });
      Object.assign(database, { [method]: watched });
    };
    held('transaction');
    held('reading');
  }

  requireNone(): void {
    if (this.found.length > 0)
      throw new Error(`a transaction holds its rows across a wait:\n${this.found.join('\n\n')}`);
  }
}

/** Once per process: the prototypes are shared by all test files. */
function watch(): AsyncLocalStorage<Work> {
  const shared = Socket.prototype as unknown as { [WATCH]?: AsyncLocalStorage<Work> };
  shared[WATCH] ??= watched();
  return shared[WATCH];
}

function watched(): AsyncLocalStorage<Work> {
  const works = new AsyncLocalStorage<Work>();
  for (const [prototype, name] of DOORS) {
    const plain = Reflect.get(prototype, name) as Method;
    const noted: Method = function (...args) {
      const work = works.getStore();
      if (work?.isOver === false) work.waits.push(new Error(name).stack ?? name);
      return plain.apply(this, args);
    };
    Object.defineProperty(prototype, name, { value: noted, configurable: true, writable: true });
  }
  return works;
}
