import type { KnownClient } from '../clients/client-directory.js';
import { isOfIdentity, notOfUse, readScope, SCOPE_NAMES, usefulScopes } from '../tokens/scope.js';
import type { TargetScope } from '../tokens/target.js';
import type { ResponseType } from './authorize-parameters.js';

/** The requested scope of a request for this server only; empty: none is named. */
export function scopeHere(text: string | null, client: KnownClient, responseType: ResponseType): TargetScope {
  if (text === null && client.isDocument) return { problem: unnamed(client) };
  const asked = readScope(text ?? '');
  if (typeof asked === 'string') return { problem: asked };
  const useful = usefulScopes(asked.join(' '), client);
  const scopes = responseType === 'code' ? useful : useful.filter(isOfIdentity);
  if (asked.length > 0 && scopes.length === 0) return { problem: notOfUse(asked) };
  return { scope: scopes.join(' ') };
}

/** An application that nobody registered gets nothing that it does not name (D429). */
function unnamed(client: KnownClient): string {
  const known = usefulScopes(SCOPE_NAMES.join(' '), client).join(', ');
  return `This client must send a scope. It may ask for: ${known}.`;
}
