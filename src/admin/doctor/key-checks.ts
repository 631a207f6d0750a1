import { Injectable } from '@nestjs/common';
import { ClientKeys } from '../../oauth/clients/client-keys.js';
import { ok, warning, type CheckView } from './check.view.js';

/** How many clients are asked. */
const ASKED = 20;

/** Asks clients for the keys that they publish: without them they can't authenticate, or sign anybody in. */
@Injectable()
export class KeyChecks {
  constructor(private readonly keys: ClientKeys) {}

  async run(): Promise<CheckView[]> {
    const published = await this.keys.published(ASKED);
    if (published.length === 0) return [];
    const failing = published.flatMap(({ clientId, problem }) =>
      problem === null ? [] : [`${clientId} (${problem})`],
    );
    if (failing.length === 0)
      return [ok('client keys', `${published.length} jwksUrl answer with public keys`)];
    const advice =
      'Until it answers, the client can’t authenticate by its key, and its assertions about users are refused. Correct its jwksUrl, or set its keys as jwks.';
    return [warning('client keys', `jwksUrl of ${failing.join(', ')}`, advice)];
  }
}
