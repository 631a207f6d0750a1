import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { isOutcomeUnknown } from '../errors/outcome.js';
import { Connection, type ConnectionConfig } from './connection.js';
import { EVERYTHING, SAID_TOPIC, SAY_A_TOPIC, type Topic } from './announced-changes.js';
import { Batch } from './batch.js';
import type { Database } from './database.js';
import type { Transaction } from './transaction.js';

const CHANNEL = 'hearth_changes';
const REMEMBERED_MS = 15_000; // longer than the lifetime of any cache entry
const REMEMBERED_MAX = 100_000;
const RECONNECT_MS = 500;
const HEARD_WITHIN_MS = 2000;
const LOOK_MS = 10;
const ASK_EVERY_MS = 5000;
const ANSWERED_WITHIN_MS = 5000;
const NOTIFY = {
  name: 'changes-notify',
  text: 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload',
};
/** Topics that fit into a payload even if all are of maximum length: PostgreSQL allows 7,999 bytes. */
const TOPICS_A_PAYLOAD = 100;

/**
 * Invalidates cached rows on all nodes: at once on this node, by NOTIFY on the others. A cache entry carries the
 * `sequence` at which its load began; a later change makes it stale.
 */
export class Changes {
  // With `max` it would take 20 ms and 3 MB at once, for as many as there may ever be.
  private readonly latest = new LRUCache<Topic, number>({
    maxSize: REMEMBERED_MAX,
    sizeCalculation: () => 1,
    ttl: REMEMBERED_MS,
  });
  private listener: Connection | null = null;
  private readonly session: ConnectionConfig | null;
  private isListening: boolean;
  private isClosed = false;
  /** The log already says that it is not listening. */
  private isTold = false;
  /** Values loaded before this are stale: changes may have been missed. */
  private freshSince = 0;
  /** Topics to publish after the commit of transactions in progress. */
  private readonly pending = new WeakMap<Transaction, Set<Topic>>();
  private readonly notified: Batch<readonly Topic[], undefined>;
  sequence = 0;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    this.session = database.dataSource.options.sessions?.listening ?? null;
    this.isListening = this.session === null; // the embedded database has one process: nobody else can change it
    this.notified = new Batch(async (published) => {
      const notify = (): Promise<unknown> =>
        database.query(NOTIFY, [CHANNEL, payloadsOf([...new Set(published.flat())])]);
      await notify().catch(notify); // on another connection
      return published.map(() => undefined);
    });
    database.dataSource.announce = (topics) => this.publish([...new Set(topics)]);
  }

  async start(): Promise<void> {
    if (this.session !== null) await this.listen(this.session);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.listener?.end().catch(() => undefined);
  }

  /**
   * Invalidates topics once the transaction is committed, all at once and before its caller goes on. Also when the
   * outcome of the commit is unknown: then cached values are simply loaded again (D185).
   */
  publishAfter(tx: Transaction, ...topics: Topic[]): void {
    const pending = this.pending.get(tx) ?? new Set<Topic>();
    for (const topic of topics) pending.add(topic);
    if (pending.size === 0 || this.pending.has(tx)) return;
    this.pending.set(tx, pending);
    tx.afterCommit(() => this.publish([...pending]), { evenIfUnknown: true });
  }

  /** Invalidates topics after a single statement outside a transaction, which it awaits. */
  async publishWith<T>(written: Promise<T>, ...topics: Topic[]): Promise<T> {
    try {
      const result = await written;
      await this.publish(topics);
      return result;
    } catch (cause) {
      if (isOutcomeUnknown(cause)) await this.publish(topics);
      throw cause;
    }
  }

  /** Whether nothing at all changed since `sequence`: the most common case, and cheap to check. */
  isUnchanged(sequence: number): boolean {
    return this.isListening && sequence === this.sequence;
  }

  /** Whether a value loaded at `sequence` may still be used. Never while changes of other nodes can't be received. */
  isFresh(sequence: number, topics: readonly Topic[]): boolean {
    if (!this.isListening || sequence < this.freshSince) return false;
    return topics.every((topic) => (this.latest.get(topic) ?? 0) <= sequence);
  }

  /**
   * Never fails: the change is committed. If the other nodes can't be notified, most often they have lost their
   * connections too and bypass their caches; otherwise their entries expire soon (FreshCache).
   */
  private async publish(topics: readonly Topic[]): Promise<void> {
    for (const topic of topics) this.note(topic);
    if (this.database.isEmbedded) return;
    try {
      await this.notified.add(topics);
    } catch (cause) {
      this.log.warn({ cause: String(cause), topics }, 'other nodes could not be told of a change');
    }
  }

  /** Whether notifications arrive at this node: it sends one to itself. */
  async areHeard(): Promise<boolean> {
    if (this.session === null) return true;
    const topic = `hearing:${randomUUID()}`;
    const { sequence } = this;
    await this.database.query(NOTIFY, [CHANNEL, payloadsOf([topic])]);
    for (const end = performance.now() + HEARD_WITHIN_MS; performance.now() < end;) {
      if (this.isListening && !this.isFresh(sequence, [topic])) return true;
      await setTimeout(LOOK_MS);
    }
    return false;
  }

  /** @throws Error where something between takes away what triggers say: then nothing may be answered from memory */
  private async requireAnnounced(): Promise<void> {
    const { sequence } = this;
    await this.database.query(SAY_A_TOPIC, []);
    if ((this.latest.get(SAID_TOPIC) ?? 0) > sequence) return;
    this.log.warn(
      'what triggers say of changes does not arrive: DATABASE_URL leads to something that drops notices',
    );
    throw new Error('notices do not arrive');
  }

  private note(topic: Topic): void {
    this.latest.set(topic, ++this.sequence);
    if (topic === EVERYTHING) this.freshSince = this.sequence;
  }

  private async listen(session: ConnectionConfig): Promise<void> {
    const client = new Connection({ ...session, application_name: 'hearth changes' });
    client.on('notification', (message) => {
      for (const topic of JSON.parse(message.payload ?? '[]') as Topic[]) this.note(topic);
    });
    client.once('error', () => client.emit('end'));
    client.once('end', () => this.relisten(session, client));
    this.listener = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await this.requireAnnounced();
      this.freshSince = ++this.sequence;
      this.isListening = true;
      this.isTold = false;
      void this.watch(client);
    } catch {
      client.emit('end');
    }
  }

  /** Asks regularly: a connection can vanish unnoticed. Then no change would arrive, and no new primary be looked for (D227). */
  private async watch(client: Connection): Promise<void> {
    const asked = { text: 'SELECT', query_timeout: ANSWERED_WITHIN_MS };
    while (client === this.listener && !this.isClosed) {
      await setTimeout(ASK_EVERY_MS, null, { ref: false });
      await client.query(asked).catch(() => {
        client.abandon();
        client.emit('end');
      });
    }
  }

  private relisten(session: ConnectionConfig, client: Connection): void {
    if (this.isClosed || client !== this.listener) return;
    if (this.isListening || !this.isTold)
      this.log.warn('no connection that hears of changes; caches are bypassed until there is one');
    this.isTold = true;
    this.isListening = false;
    this.listener = null;
    client.end().catch(() => undefined);
    void setTimeout(RECONNECT_MS, null, { ref: false }).then(() => this.listen(session));
  }
}

function payloadsOf(topics: readonly Topic[]): string[] {
  const payloads: string[] = [];
  for (let from = 0; from < topics.length; from += TOPICS_A_PAYLOAD)
    payloads.push(JSON.stringify(topics.slice(from, from + TOPICS_A_PAYLOAD)));
  return payloads;
}
