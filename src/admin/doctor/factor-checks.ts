import { Injectable } from '@nestjs/common';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { ok, warning, type CheckView } from './check.view.js';

/** Checks whether who administers has a second factor (D322). */
@Injectable()
export class FactorChecks {
  constructor(private readonly first: FirstFactors) {}

  async run(): Promise<CheckView> {
    const missing = await this.first.missing();
    if (missing.length === 0) return ok('second factors', 'every account with a role has one');
    const names = missing.map(({ id, name }) => `${name} (account ${id})`).join(', ');
    const advice =
      'Make a set-up code for each, on the page of the account, by "hearth admin code ACCOUNT", or on the machine of the server by "node dist/main.js setup-code ACCOUNT". Until then the password opens whatever needs no second factor.';
    return warning('second factors', `none: ${names}`, advice);
  }
}
