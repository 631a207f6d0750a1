import { In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** Names the clients of these by their ids, disabled ones too; null: of none, or of one that is gone. */
export async function clientNamesOf(
  tx: EntityManager,
  each: readonly { readonly clientId: Long | null }[],
): Promise<(clientId: Long | null) => string | null> {
  const wanted = each.map(({ clientId }) => clientId).filter((id) => id !== null);
  if (wanted.length === 0) return () => null;
  const clients = await tx.find(Client, { select: { id: true, name: true }, where: { id: In(wanted) } });
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return (clientId) => (clientId === null ? null : (names.get(clientId) ?? null));
}

/** What people are shown of a client. */
type ShownClient = Pick<Client, 'clientId' | 'name' | 'homepageUrl'>;

/** The clients of these by their ids, disabled ones too. */
export async function shownClientsOf(
  tx: EntityManager,
  each: readonly { readonly clientId: Long }[],
): Promise<ReadonlyMap<Long, ShownClient>> {
  if (each.length === 0) return new Map();
  const ids = each.map(({ clientId }) => clientId);
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
