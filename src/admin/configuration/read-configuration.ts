import type { EntityManager } from 'typeorm';
import { ClientSecret } from '../../clients/client-secret.entity.js';
import { Client } from '../../clients/client.entity.js';
import { Ruleset } from '../../clients/ruleset.entity.js';
import type { ConfigurationDocument, ExportedClient, ExportedSecret } from './configuration.args.js';

/** All rulesets and clients as a document, in the order of their names: two exports can be compared line by line. */
export async function readConfiguration(tx: EntityManager, now: Date): Promise<ConfigurationDocument> {
  const rulesets = await tx.find(Ruleset, { order: { name: 'ASC' } });
  const clients = await tx.find(Client, { order: { clientId: 'ASC' } });
  const names = new Map(rulesets.map(({ id, name }) => [id, name]));
  const secrets = new Map<string, ExportedSecret[]>();
  for (const secret of await tx.find(ClientSecret, { order: { id: 'ASC' } })) {
    const isOver = secret.expiresAt !== null && secret.expiresAt <= now;
    const of = secrets.get(secret.clientId) ?? [];
    if (!isOver) secrets.set(secret.clientId, [...of, exportedSecret(secret)]);
  }
  return {
    rulesets: rulesets.map(({ name, description, patterns }) => ({ name, description, rules: patterns })),
    clients: clients.map((client) => ({
      ...exported(client, names.get(client.rulesetId) ?? ''),
      secrets: secrets.get(client.id) ?? [],
    })),
  };
}

function exported(client: Client, ruleset: string): ExportedClient {
  const { clientId, clientType, name, profile, redirectUrls, isPrivileged, keepsRefreshToken } = client;
  const { accessLifetimeSeconds, refreshLifetimeSeconds, jwks, jwksUrl, assertionIssuer, isDisabled } =
    client;
  return {
    ...{ clientId, clientType, name, ruleset, profile, redirectUrls, isPrivileged, keepsRefreshToken },
    ...{ accessLifetimeSeconds, refreshLifetimeSeconds, jwks, jwksUrl, assertionIssuer, isDisabled },
  };
}

function exportedSecret({ scheme, verifier, expiresAt }: ClientSecret): ExportedSecret {
  return { scheme, verifier: verifier.toString(scheme === 'bcrypt' ? 'utf8' : 'hex'), expiresAt };
}
