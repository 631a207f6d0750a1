import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { KnownClient } from '../clients/client-directory.js';

const CLIENT = Symbol('asking client');
type Carrier = Request & { [CLIENT]?: KnownClient };

/** @param client the one that the address of a `@ClientPage` names, with all of its record */
export function attachAskingClient(request: Request, client: KnownClient): void {
  (request as Carrier)[CLIENT] = client;
}

/** null when the address names none that there is. */
export function askingClientOf(request: Request): KnownClient | null {
  return (request as Carrier)[CLIENT] ?? null;
}

export const AskingClient = createParamDecorator((_: unknown, context: ExecutionContext): KnownClient => {
  const client = askingClientOf(context.switchToHttp().getRequest<Request>());
  if (!client) throw new Error('the page does not declare that a client sends people to it');
  return client;
});
