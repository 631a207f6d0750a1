import type { KnownClient } from '../clients/client-directory.js';
import type { AuthorizationContext } from './authorization-context.entity.js';

/** The client of what is open: by its row; by its document if nobody registered it, so that it needs no row (D427). */
export type Owner = Pick<AuthorizationContext, 'clientId' | 'documentUrl'>;

export function ownerOf({ id, clientId, isDocument }: KnownClient): Owner {
  return isDocument ? { clientId: null, documentUrl: clientId } : { clientId: id, documentUrl: null };
}
