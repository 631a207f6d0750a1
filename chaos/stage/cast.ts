import { randomBytes } from 'node:crypto';
import type { BootstrapDocument } from '../../src/provisioning/bootstrap/bootstrap-document.js';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

export interface Person {
  readonly identifier: string;
  readonly password: string;
}

const secret = (): string => randomBytes(24).toString('base64url');
const client = (id: string): Client => ({ id, secret: secret() });

export const REDIRECT_URI = 'https://shop.example/callback';

/** The callers of a run: clients with secrets of their own, and a person for each worker. */
export class Cast {
  readonly app = client('chaos-app');
  readonly shop = client('chaos-shop');
  readonly partner = client('chaos-partner');
  readonly admin = client('chaos-admin');
  readonly people: readonly Person[];

  constructor(workers: number) {
    this.people = Array.from({ length: workers }, (_, index) => ({
      identifier: `person${index}@chaos.example`,
      password: secret(),
    }));
  }

  /** For BOOTSTRAP_FILE. */
  document(): BootstrapDocument {
    const confidential = ({ id, secret: clientSecret }: Client, ruleset: string, more: object = {}) => ({
      ...{ clientId: id, clientSecret, name: id, ruleset, clientType: 'confidential' as const },
      ...{ isPrivileged: false, ...more },
    });
    return {
      clients: [
        confidential(this.app, 'WEB', { isPrivileged: true, rotatesRefreshToken: true }),
        confidential(this.shop, 'WEB', { redirectUrls: [REDIRECT_URI], rotatesRefreshToken: true }),
        confidential(this.partner, 'PROVISIONING'),
        confidential(this.admin, 'ADMINISTRATION', { isPrivileged: true }),
      ],
      accounts: this.people.map(({ identifier, password }, index) => ({
        name: `Person ${index}`,
        identifiers: [{ type: 'Email' as const, value: identifier, isValidated: true }],
        password,
      })),
    };
  }
}
