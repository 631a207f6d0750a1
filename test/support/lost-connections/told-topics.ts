import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { eventually } from '../eventually.js';
import type { Shape } from './changes-seen.js';

const CHANNEL = 'hearth_changes';

/**
 * Topics that must be published when a row of a cached table is changed or deleted. A token is also invalidated
 * with its account, grant or client; new rows are not cached yet.
 */
const REMEMBERED: Readonly<Record<string, { topics: RegExp; isNewWith?: string }>> = {
  family_member: { topics: /^account:/, isNewWith: 'account' },
  client: { topics: /^client:/, isNewWith: 'client' },
  client_secret: { topics: /^client:/, isNewWith: 'client' },
  ruleset: { topics: /^rulesets$/ },
  token_grant: { topics: /^(grant|account|client):/, isNewWith: 'token_grant' },
  ended_token: { topics: /^grant:/ },
  branding: { topics: /^branding$/ },
};

/** Records the topics that nodes are notified of. */
export class ToldTopics {
  private heard: string[] = [];
  private readonly hear = ({ payload = '[]' }: pg.Notification): void => {
    this.heard.push(...(JSON.parse(payload) as string[]));
  };

  private constructor(private readonly client: pg.Client) {}

  static async listenOn(client: pg.Client): Promise<ToldTopics> {
    const told = new ToldTopics(client);
    client.on('notification', told.hear);
    await client.query(`LISTEN ${CHANNEL}`);
    return told;
  }

  /** All topics since the start or the last reset, including any published before this call. */
  async all(): Promise<readonly string[]> {
    const mark = randomUUID();
    await this.client.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify([mark])]);
    await eventually(() => Promise.resolve(this.heard.includes(mark) ? true : null));
    return this.heard;
  }

  async forget(): Promise<void> {
    await this.all();
    this.heard = [];
  }

  async stop(): Promise<void> {
    await this.client.query(`UNLISTEN ${CHANNEL}`);
    this.client.off('notification', this.hear);
  }
}

/** Tables with changes that nodes may have cached, but were not notified of. */
export function untoldOf(shape: Shape, topics: readonly string[]): string[] {
  return Object.entries(REMEMBERED).flatMap(([table, { topics: needed, isNewWith }]) => {
    const isNew = isNewWith !== undefined && shape[isNewWith]?.startsWith('+');
    const isTold = topics.some((topic) => needed.test(topic));
    return table in shape && !isNew && !isTold ? [`${table}: ${shape[table]}`] : [];
  });
}
