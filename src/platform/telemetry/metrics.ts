import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics that Prometheus reads at /metrics. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = this.counter(
    'hearth_requests_total',
    'Requests by call (or page) and outcome: ok, or the name of the error.',
    ['call', 'outcome'],
  );

  readonly duration = new Histogram({
    name: 'hearth_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by call.',
    labelNames: ['call'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  readonly tokensIssued = this.counter(
    'hearth_tokens_issued_total',
    'Access tokens issued, by grant and token type.',
    ['grant', 'type'],
  );

  readonly refusals = this.counter(
    'hearth_refusals_total',
    'Requests refused before the call was made, by reason.',
    ['reason'],
  );

  readonly reuses = this.counter(
    'hearth_reuses_total',
    'Grants ended because a spent refresh token or a used code came back: it was stolen.',
    ['what'],
  );

  readonly unreadableHops = this.counter(
    'hearth_forwarded_unreadable_total',
    'Requests whose proxy of TRUST_PROXY named its caller by what is no address (D355).',
  );

  readonly budgetsSpent = this.counter(
    'hearth_budgets_spent_total',
    'Requests and messages refused because a budget is spent (D170, D368), by budget and whose it is: of a network, client, account, family or the server.',
    ['budget', 'of'],
  );

  readonly textMessages = this.counter(
    'hearth_text_messages_total',
    'Text messages that the gateway took, each of which costs: with a link, or a notice to its owner (D368).',
    ['what'],
  );

  readonly legacyUses = this.counter(
    'hearth_legacy_uses_total',
    'Uses of what the strict profile refuses (D68), by client and feature.',
    ['client', 'feature'],
  );

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

  counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge whose value is computed at each scrape. */
  observe(name: string, help: string, read: () => number): void {
    this.gauge(name, help, [], (gauge) => gauge.set(read()));
  }

  /** A gauge that is queried at each scrape; while the database is unavailable it keeps its last value. */
  ask(name: string, help: string, read: () => Promise<number>): void {
    this.gauge(name, help, [], async (gauge) => {
      const value = await read().catch(() => null);
      if (value !== null) gauge.set(value);
    });
  }

  /** A gauge of several values. @param collect sets them at each scrape */
  gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (gauge: Gauge<Label>) => unknown,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
      collect: async () => void (await collect(gauge)),
    });
  }
}
