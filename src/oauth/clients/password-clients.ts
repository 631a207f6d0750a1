import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { compileRuleset } from '../rulesets/ruleset-rules.js';

const FIND = {
  name: 'clients-with-rules',
  text: `SELECT c.id, c.name, c.client_type AS type, c.is_privileged AS "isPrivileged", r.patterns
           FROM client c JOIN ruleset r ON r.id = c.ruleset_id
          WHERE NOT c.is_disabled ORDER BY lower(c.name), c.id LIMIT 1000`,
};
/** Calls that take a person's password: of clients that are privileged and whose ruleset allows one of them. */
const PRIVILEGED = ['log2generateaccesstokenbypassword', 'oauth2token'];
/** The call of the web flow, where people type the password themselves: no privilege is needed. */
const WEB = 'webvalidatesession';
const MOST = 200;

/** An application to which a person may give a password. */
export interface PasswordClient {
  readonly id: Long;
  readonly name: string;
}

/** The applications that send people's passwords, by the calls that they may make. */
@Injectable()
export class PasswordClients {
  constructor(private readonly database: Database) {}

  /** By name, 200 at most. */
  async all(): Promise<PasswordClient[]> {
    const clients = await this.database.query<PasswordClient & Rules>(FIND, []);
    const fit = clients.filter(({ type, isPrivileged, patterns }) => {
      if (type === 'public') return false;
      const ruleset = compileRuleset('', patterns);
      return (isPrivileged && PRIVILEGED.some((call) => ruleset.allows(call))) || ruleset.allows(WEB);
    });
    return fit.slice(0, MOST).map(({ id, name }) => ({ id, name }));
  }
}

interface Rules extends Record<string, unknown> {
  readonly type: string;
  readonly isPrivileged: boolean;
  readonly patterns: string[];
}
