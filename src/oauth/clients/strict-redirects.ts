import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isSafe, parseUrl } from '../../platform/checks/address.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { AppLog } from '../../platform/telemetry/log.js';
import type { Client } from './client.entity.js';
import { profilesWith, profileRulesOf } from './client-profiles.js';

const OTHERS = {
  name: 'client-strict-redirects',
  text: `SELECT client_id, profile, redirect_urls FROM client
          WHERE profile = ANY($1::text[]) AND kind = 'registered' AND NOT is_disabled AND EXISTS (SELECT FROM unnest(redirect_urls) url WHERE url !~* '^https:')
          ORDER BY client_id`,
};
const ALLOWED: Readonly<Record<'safe' | 'https', string>> = {
  safe: 'must be https, or http on 127.0.0.1, [::1] or localhost',
  https: 'must be https',
};

type Judged = Partial<Pick<Client, 'profile' | 'isDisabled' | 'redirectUrls'>>;

interface Row {
  readonly client_id: string;
  readonly profile: Client['profile'];
  readonly redirect_urls: string[];
}

/** A client with RedirectUrls that can no longer be saved. */
interface Found {
  readonly clientId: string;
  readonly urls: readonly string[];
}

/**
 * Returns the RedirectUrls where others could receive the codes of a client of a newer profile (D315). A disabled client has none: it
 * can always be disabled, and is checked when it is enabled.
 */
function openRedirectsOf({ profile = 'interface', isDisabled, redirectUrls }: Judged): string[] {
  const { redirectsTo } = profileRulesOf({ profile });
  if (redirectsTo === 'anywhere' || isDisabled) return [];
  return (redirectUrls ?? []).filter((text) => {
    const url = parseUrl(text);
    return url === null || !(redirectsTo === 'https' ? url.protocol === 'https:' : isSafe(url));
  });
}

export function problemWithOpenRedirects(client: Judged): FieldError[] {
  const urls = openRedirectsOf(client);
  const { redirectsTo, called } = profileRulesOf({ profile: client.profile ?? 'interface' });
  if (redirectsTo === 'anywhere') return [];
  const why = `${ALLOWED[redirectsTo]}: it is a ${called}, and elsewhere others can take its codes`;
  const message = urls.map((url) => `${JSON.stringify(url)} ${why}`).join('; ');
  return urls.length === 0 ? [] : [{ field: 'redirectUrls', message }];
}

/** Names the clients that were saved with such RedirectUrls before these were refused: in the log at the start, and for the doctor. */
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
        'a RedirectUrl of this client is neither https nor loopback, as its profile demands',
      );
  }

  async open(): Promise<Found[]> {
    const rows = await this.database.query<Row & Record<string, unknown>>(OTHERS, [
      profilesWith(({ redirectsTo }) => redirectsTo !== 'anywhere'),
    ]);
    const found = rows.map(({ client_id: clientId, profile, redirect_urls: redirectUrls }) => ({
      clientId,
      urls: openRedirectsOf({ profile, redirectUrls }),
    }));
    return found.filter(({ urls }) => urls.length > 0);
  }
}
