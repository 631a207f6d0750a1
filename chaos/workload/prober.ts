import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.js';
import { basic, bearer } from './credentials.js';
import { between, pause } from './pace.js';

/** Rows are in memory for five seconds at most; on a busy machine a request waits, too. */
const KNOWN_AFTER_MS = 7000;
const IDLE_MS = 200;

/** Tries the tokens of grants that were ended, on any node. */
export class Prober {
  constructor(private readonly caller: Caller) {}

  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const before = performance.now() - KNOWN_AFTER_MS;
      const known = this.caller.ledger.ended().filter(({ endedAt }) => (endedAt ?? Infinity) < before);
      if (known.length === 0) await sleep(IDLE_MS);
      else await this.probe(known[between(0, known.length)]);
    }
  }

  private async probe(grant: (typeof this.caller.ledger.grants)[number]): Promise<void> {
    await pause();
    const call = { path: '/api/acc/getloggedaccount', headers: bearer(grant.accessToken) };
    await this.caller.once('call with an ended token', call, { right: [401], wrong: { 200: 'revived' } });
    const form = { token: grant.accessToken };
    const asked = { path: '/introspect', form, headers: basic(grant.client) };
    const { answer } = await this.caller.once('introspection', asked);
    if ((answer?.body as unknown as { active?: boolean } | null)?.active)
      this.caller.ledger.findings.add('revived', 'introspection says that an ended token is active');
  }
}
