import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics that Prometheus reads at /metrics. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Counter({
    name: 'hearth_requests_total',
    help: 'Requests by call (or page) and outcome: ok, or the name of the error.',
    labelNames: ['call', 'outcome'],
    registers: [this.registry],
  });

  readonly duration = new Histogram({
    name: 'hearth_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by call.',
    labelNames: ['call'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  readonly tokensIssued = new Counter({
    name: 'hearth_tokens_issued_total',
    help: 'Access tokens issued, by grant and token type.',
    labelNames: ['grant', 'type'],
    registers: [this.registry],
  });

  readonly refusals = new Counter({
    name: 'hearth_refusals_total',
    help: 'Requests refused before the call was made, by reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly reuses = new Counter({
    name: 'hearth_reuses_total',
    help: 'Grants ended because a spent refresh token or a used code came back: it was stolen.',
    labelNames: ['what'],
    registers: [this.registry],
  });

  readonly unreadableHops = new Counter({
    name: 'hearth_forwarded_unreadable_total',
    help: 'Requests whose proxy of TRUST_PROXY named its caller by what is no address (D355).',
    registers: [this.registry],
  });

  readonly budgetsSpent = new Counter({
    name: 'hearth_budgets_spent_total',
    help: 'Requests and messages refused because a budget is spent (D170, D368), by budget and whose it is: of a network, client, account, family or the server.',
    labelNames: ['budget', 'of'],
    registers: [this.registry],
  });

  readonly textMessages = new Counter({
    name: 'hearth_text_messages_total',
    help: 'Text messages that the gateway took, each of which costs: with a link, or a notice to its owner (D368).',
    labelNames: ['what'],
    registers: [this.registry],
  });

  readonly legacyUses = new Counter({
    name: 'hearth_legacy_uses_total',
    help: 'Uses of what the strict profile refuses (D68), by client and feature.',
    labelNames: ['client', 'feature'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Initialized with 0: Prometheus sees no increase in a series that starts with its first event.
    for (const what of ['refresh_token', 'code']) this.reuses.inc({ what }, 0);
    for (const budget of ['authorizations', 'stateSecrets', 'mailedLinks'])
      this.budgetsSpent.inc({ budget, of: 'network' }, 0);
    for (const whose of ['account', 'family', 'network', 'client', 'server'])
      this.budgetsSpent.inc({ budget: 'textMessages', of: whose }, 0);
    for (const what of ['link', 'notice']) this.textMessages.inc({ what }, 0);
  }

  /** A gauge whose value is computed at each scrape. */
  observe(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** A gauge that is asked for at each scrape; while the database is away it keeps its last value. */
  ask(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value !== null) this.set(value);
      },
    });
  }
}
