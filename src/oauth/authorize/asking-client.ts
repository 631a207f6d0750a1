import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../platform/operations/visit.js';
import type { KnownClient } from '../clients/client-directory.js';

const CLIENT = new WeakMap<Visit, KnownClient>();

/** @param client the complete record of the client that the URL of a `@ClientPage` names */
export function attachAskingClient(visit: Visit, client: KnownClient): void {
  CLIENT.set(visit, client);
}

/** null when the URL names no existing client. */
export function askingClientOf(visit: Visit): KnownClient | null {
  return CLIENT.get(visit) ?? null;
}

export const AskingClient = createParamDecorator((_: unknown, context: ExecutionContext): KnownClient => {
  const client = askingClientOf(visitIn(context));
  if (!client) throw new Error('the page does not declare that a client sends people to it');
  return client;
});
