import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Host } from '../config/database-url.js';
import { WritableHost } from './writable-host.js';

const HOSTS = [
  { host: 'a', port: 1 },
  { host: 'b', port: 2 },
  { host: 'c', port: 3 },
];

type State = 'off' | 'on' | 'away';

/** A cluster whose hosts answer `SHOW transaction_read_only` so, or not at all. */
class Cluster {
  asked = 0;

  constructor(public states: readonly State[]) {}

  find(): WritableHost {
    return new WritableHost(HOSTS, (to) => this.connection(to));
  }

  private connection({ host }: Host): pg.Client {
    const state = () => this.states[HOSTS.findIndex((each) => each.host === host)];
    const fake = {
      on: () => fake,
      connect: () => {
        this.asked++;
        return state() === 'away' ? Promise.reject(new Error('is away')) : Promise.resolve(fake);
      },
      query: () => Promise.resolve({ rows: [{ transaction_read_only: state() }] }),
      end: () => Promise.resolve(),
    };
    return fake as unknown as pg.Client;
  }
}

describe('of several hosts, the one that takes writes (D227)', () => {
  it.each([
    [['off', 'on', 'on'], 'a'],
    [['on', 'off', 'on'], 'b'],
    [['away', 'on', 'off'], 'c'],
    [['away', 'off', 'off'], 'b'],
  ] as const)('with %j it is %s', async (states, host) => {
    await expect(new Cluster(states).find().find()).resolves.toHaveProperty('host', host);
  });

  it('is another one now: connections to the one before end', async () => {
    const cluster = new Cluster(['off', 'on', 'on']);
    const writable = cluster.find();
    const cut: string[] = [];
    for (const { host, port } of HOSTS.slice(0, 2))
      writable.join({ host, port, once: () => undefined, cut: () => cut.push(host) });
    cluster.states = ['away', 'off', 'on'];
    await writable.find();
    expect(cut).toEqual(['a']);
  });

  it('is remembered until there is doubt, and asked for once by all who want it', async () => {
    const cluster = new Cluster(['off', 'on', 'on']);
    const writable = cluster.find();
    await Promise.all([writable.find(), writable.find()]);
    await writable.find();
    expect(cluster.asked).toBe(HOSTS.length);
    cluster.states = ['away', 'off', 'on'];
    await expect(writable.find()).resolves.toHaveProperty('host', 'a');
    writable.doubt();
    await expect(writable.find()).resolves.toHaveProperty('host', 'b');
  });

  it('is said to be none, with what each host said; then all are asked again', async () => {
    const cluster = new Cluster(['away', 'on', 'on']);
    const writable = cluster.find();
    const none = 'no host takes writes: a:1 is away; b:2 is read-only; c:3 is read-only';
    await expect(writable.find()).rejects.toThrow(none);
    cluster.states = ['away', 'off', 'on'];
    const found = async (): Promise<Host> => writable.find().catch(() => setImmediate().then(found));
    await expect(found()).resolves.toHaveProperty('host', 'b');
  });
});
