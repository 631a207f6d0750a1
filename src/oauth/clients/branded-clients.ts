import type { EntityManager } from 'typeorm';
import { SERVER } from '../../identity/branding/branding.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { shownClientsOf } from './client-names.js';
import { Client } from './client.entity.js';

/**
 * Finds the owner of a branding, and locks its client until the transaction ends.
 * @param client its public id; null: the server's branding
 * @returns null: no client has this id
 */
export async function brandingOwner(tx: EntityManager, client: string | null): Promise<Long | null> {
  if (client === null) return SERVER;
  const lock = { mode: 'for_key_share' } as const;
  const row = await tx.findOne(Client, {
    select: { id: true },
    where: { clientId: client, kind: 'registered' },
    lock,
  });
  return row?.id ?? null;
}

/** Brandings with the public ids of their clients, the server's first. */
export async function withClients<T extends { readonly owner: Long }>(
  tx: EntityManager,
  brandings: readonly T[],
): Promise<(Omit<T, 'owner'> & { client: string | null })[]> {
  const clients = await shownClientsOf(
    tx,
    brandings.map(({ owner: clientId }) => ({ clientId })),
  );
  const named = brandings.map(({ owner, ...branding }) => ({
    client: clients.get(owner)?.clientId ?? null,
    ...branding,
  }));
  return named.sort((one, other) => ((one.client ?? '') < (other.client ?? '') ? -1 : 1));
}
