import { In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** Names of clients by their ids, disabled ones too. */
export async function clientNamesOf(
  tx: EntityManager,
  ids: readonly (Long | null)[],
): Promise<ReadonlyMap<Long, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const clients = await tx.find(Client, { select: { id: true, name: true }, where: { id: In(wanted) } });
  return new Map(clients.map(({ id, name }) => [id, name]));
}

/** What people are shown of a client. */
type ShownClient = Pick<Client, 'clientId' | 'name' | 'homepageUrl'>;

/** Clients by their ids, disabled ones too. */
export async function shownClientsOf(
  tx: EntityManager,
  ids: readonly Long[],
): Promise<ReadonlyMap<Long, ShownClient>> {
  if (ids.length === 0) return new Map();
  const select = { id: true, clientId: true, name: true, homepageUrl: true };
  const clients = await tx.find(Client, { select, where: { id: In(ids) } });
  return new Map(clients.map((client) => [client.id, client]));
}

/** The id of a client by its public one, disabled or not; null: there is none. */
export async function idOfClient(tx: EntityManager, clientId: string): Promise<Long | null> {
  const client = await tx.findOne(Client, { select: { id: true }, where: { clientId } });
  return client?.id ?? null;
}

/** Names by the public ids. */
export async function namesByClientId(
  tx: EntityManager,
  clientIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = clientIds.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const where = { clientId: In(wanted) };
  const clients = await tx.find(Client, { select: { clientId: true, name: true }, where });
  return new Map(clients.map(({ clientId, name }) => [clientId, name]));
}
