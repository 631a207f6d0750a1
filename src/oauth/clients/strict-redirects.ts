import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isSafe, parseUrl } from '../../platform/checks/address.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { AppLog } from '../../platform/telemetry/log.js';
import type { Client } from './client.entity.js';

const OTHERS = {
  name: 'client-strict-redirects',
  text: `SELECT client_id, profile, redirect_urls FROM client
          WHERE profile = 'strict' AND NOT is_disabled AND EXISTS (SELECT FROM unnest(redirect_urls) url WHERE url !~* '^https:')
          ORDER BY client_id`,
};
const ALLOWED =
  'must be https, or http on 127.0.0.1, [::1] or localhost: the client is strict, and elsewhere others can take its codes';

type Judged = Partial<Pick<Client, 'profile' | 'isDisabled' | 'redirectUrls'>>;

interface Row {
  readonly client_id: string;
  readonly profile: Client['profile'];
  readonly redirect_urls: string[];
}

/** A client that has RedirectUrls which it may not be saved with any more. */
interface Found {
  readonly clientId: string;
  readonly urls: readonly string[];
}

/**
 * The RedirectUrls of a strict client that lead its users, with a code, where somebody else can be (D315). A disabled one
 * sends nobody anywhere: it can always be disabled, and is judged when it is enabled.
 */
function openRedirectsOf({ profile, isDisabled, redirectUrls }: Judged): string[] {
  if (profile !== 'strict' || isDisabled) return [];
  return (redirectUrls ?? []).filter((text) => {
    const url = parseUrl(text);
    return url === null || !isSafe(url);
  });
}

export function problemWithOpenRedirects(client: Judged): FieldError[] {
  const urls = openRedirectsOf(client);
  const message = urls.map((url) => `${JSON.stringify(url)} ${ALLOWED}`).join('; ');
  return urls.length === 0 ? [] : [{ field: 'redirectUrls', message }];
}

/** Names the clients that were saved with such RedirectUrls before they were refused: in the log of the start, and to the doctor. */
@Injectable()
export class StrictRedirects implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly log: AppLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { clientId, urls } of await this.open())
      this.log.pino.warn(
        { clientId, urls },
        'a RedirectUrl of this strict client is neither https nor loopback',
      );
  }

  async open(): Promise<Found[]> {
    const rows = await this.database.query<Row & Record<string, unknown>>(OTHERS, []);
    const found = rows.map(({ client_id: clientId, profile, redirect_urls: redirectUrls }) => ({
      clientId,
      urls: openRedirectsOf({ profile, redirectUrls }),
    }));
    return found.filter(({ urls }) => urls.length > 0);
  }
}
