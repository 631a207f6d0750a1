import { Injectable } from '@nestjs/common';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { Webhook } from './webhook.entity.js';
import { hearingOf, kindsOf, type EventKind } from './event-kinds.js';

/** The calls that tell what an event is about: a client that may not make them hears nothing of it (D277). */
const ACCOUNTS_AND_FAMILIES = 'provgetaccount';
const OWN_USER = 'accgetloggedaccount';

const TOPIC = 'webhooks';

type EnabledWebhook = Pick<Webhook, 'id' | 'clientId' | 'events'>;

/** What a webhook is told, by kinds of events; in the words of the statement that spreads them. */
export interface Hearer {
  readonly webhook: string;
  readonly client: Long;
  /** What it subscribes to, by which the statement sees whether that is still so. */
  readonly events: readonly string[];
  /** Kinds that it hears of every account and family. */
  readonly everything: readonly EventKind[];
  /** Kinds that it hears of accounts and families that its client provisioned. */
  readonly own: readonly EventKind[];
  /** Kinds that it hears of its client's users. */
  readonly users: readonly EventKind[];
}

/** The webhooks that hear of an event: those whose client could find out by calls, and no others (D277). */
@Injectable()
export class WebhookHearers {
  private readonly enabled: FreshCache<readonly EnabledWebhook[]>;

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly clients: ClientDirectory,
  ) {
    this.enabled = new FreshCache(changes, { max: 1, topicsOf: () => [TOPIC] });
  }

  /** To be called by every write of a webhook: caches forget the webhooks after the commit. */
  changedBy(tx: Transaction): void {
    this.changes.publishAfter(tx, TOPIC);
  }

  /** Whether a webhook is on, so that events are written down. */
  async isAnyEnabled(): Promise<boolean> {
    return (await this.webhooks()).length > 0;
  }

  /** @param how past the cache, since a webhook was missing in it */
  async all(how: 'cached' | 'as they are now' = 'cached'): Promise<Hearer[]> {
    const webhooks = how === 'cached' ? await this.webhooks() : await this.load();
    return Promise.all(webhooks.map((webhook) => this.hearerOf(webhook)));
  }

  /** The webhook of a client that is disabled or gone hears nothing. */
  private async hearerOf({ id, clientId, events }: EnabledWebhook): Promise<Hearer> {
    const client = await this.clients.findById(clientId);
    const heard = client ? heardBy(client, kindsOf(events)) : { everything: [], own: [], users: [] };
    return { webhook: id, client: clientId, events, ...heard };
  }

  private async webhooks(): Promise<readonly EnabledWebhook[]> {
    return this.enabled.get('') ?? this.load();
  }

  private async load(): Promise<readonly EnabledWebhook[]> {
    const select = { id: true, clientId: true, events: true };
    const find = () => this.database.dataSource.manager.find(Webhook, { select, where: { isEnabled: true } });
    return (await this.enabled.load('', find)) ?? [];
  }
}

/** Which of these kinds a client may hear, and of whom. */
function heardBy(
  client: Pick<CallerClient, 'provisions' | 'allows'>,
  kinds: readonly EventKind[],
): Pick<Hearer, 'everything' | 'own' | 'users'> {
  const provisioned = client.allows(ACCOUNTS_AND_FAMILIES)
    ? kinds.filter((kind) => hearingOf(kind) !== 'the client itself')
    : [];
  const users = kinds.filter((kind) => {
    if (hearingOf(kind) === 'the client itself') return true;
    return hearingOf(kind) === 'provisioning and applications' && client.allows(OWN_USER);
  });
  const isOfAll = client.provisions === 'all';
  return { everything: isOfAll ? provisioned : [], own: isOfAll ? [] : provisioned, users };
}
