import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** A client that takes logout tokens. */
interface LogoutReceiver {
  readonly clientId: string;
  /** Its backchannelLogoutUri. */
  readonly uri: string;
}

/** Returns the clients of these that are enabled and have a backchannelLogoutUri, by their ids. */
export async function logoutReceiversOf(
  tx: EntityManager,
  each: readonly { readonly clientId: Long }[],
): Promise<ReadonlyMap<Long, LogoutReceiver>> {
  if (each.length === 0) return new Map();
  const clients = await tx.find(Client, {
    select: { id: true, clientId: true, backchannelLogoutUri: true },
    where: {
      id: In(each.map(({ clientId }) => clientId)),
      isDisabled: false,
      backchannelLogoutUri: Not(IsNull()),
    },
  });
  return new Map(
    clients.map(({ id, clientId, backchannelLogoutUri }) => [
      id,
      { clientId, uri: backchannelLogoutUri as string },
    ]),
  );
}
