import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic } from './a01.js';
import { Partner } from './partner.js';
import type { TestServer } from './start-app.js';

interface Settings {
  readonly provisions?: 'all' | 'own';
  readonly profile?: 'interface' | 'strict';
  readonly isPrivileged?: boolean;
}

/** Another partner with ruleset PROVISIONING and its own client. */
export async function newPartner(server: TestServer, id: string, settings: Settings = {}): Promise<Partner> {
  const { isPrivileged = false, ...rest } = settings;
  const secret = `${id}-secret-1`;
  const client = {
    ...rest,
    clientId: id,
    clientSecret: secret,
    name: id,
    ruleset: 'PROVISIONING',
    clientType: 'confidential' as const,
    isPrivileged,
  };
  await server.get(Bootstrap).apply({ clients: [client] });
  return new Partner(server, basic({ id, secret }), id);
}
