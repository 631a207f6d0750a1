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

/** The same by their public ids. */
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
