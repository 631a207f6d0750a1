import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { KnownClient } from '../clients/client-directory.js';

const CLIENT = Symbol('asking client');
type Carrier = Request & { [CLIENT]?: KnownClient };

/** @param client the complete record of the client that the URL of a `@ClientPage` names */
export function attachAskingClient(request: Request, client: KnownClient): void {
  (request as Carrier)[CLIENT] = client;
}

/** null when the URL names no existing client. */
export function askingClientOf(request: Request): KnownClient | null {
  return (request as Carrier)[CLIENT] ?? null;
}

export const AskingClient = createParamDecorator((_: unknown, context: ExecutionContext): KnownClient => {
  const client = askingClientOf(context.switchToHttp().getRequest<Request>());
  if (!client) throw new Error('the page does not declare that a client sends people to it');
  return client;
});
