import type { ListedWay } from '../../identity/accounts/ways-list.js';

/** Ways in that have no page of their own: `/account/security` ends them itself. */
export const ENDED_HERE = [
  'administration',
  'allowedGrants',
  'additionLinks',
  'proposals',
] as const satisfies readonly ListedWay['kind'][];

/**
 * How the owner ends a way in: by a form with these values, on a page that asks first, or not at all.
 * @see security.page.tsx
 */
type OwnWayEnd =
  | { readonly action: string; readonly values: Readonly<Record<string, string>> }
  | { readonly page: string; readonly verb: 'change' | 'remove' | 'restore' }
  | 'byPartner'
  | 'byLink'
  | 'byTime';

/** Returns the act that ends it; its own page offers the same. */
export function ownEndOf({ kind, type, id, familyId, suspendedAt }: ListedWay): OwnWayEnd {
  if (suspendedAt !== null) return { page: '/account/sign-in#suspended', verb: 'restore' }; // else it expires
  switch (kind) {
    case 'password':
      return { page: '/account/sign-in', verb: 'change' };
    case 'factors':
      return { page: '/account/second-factor', verb: 'change' };
    case 'passkeys':
      return { action: '/account/passkeys/remove', values: { id } };
    case 'identifiers':
    case 'partnerIds':
      if (type === 'externalId') return 'byPartner';
      return {
        page: type === 'connection' ? `/account/connections/${id}` : `/account/identifiers/${id}`,
        verb: 'remove',
      };
    case 'sessions':
      return { action: '/account/end', values: { kind: 'session', id } };
    case 'trustedBrowsers':
      return { action: '/account/second-factor/untrust', values: { browser: id } };
    case 'directGrants':
      return { action: '/account/end', values: { kind: 'device', id } };
    case 'devicePasswords':
      return { action: `/account/device-passwords/${id}/end`, values: {} };
    case 'consents':
      return { action: '/account/disconnect', values: { client: id } };
    case 'sentInvitations':
      return { action: `/account/families/${familyId ?? '0'}/invitations/${id}/withdraw`, values: {} };
    case 'recovery':
      return 'byLink';
    case 'resetLinks':
      return 'byTime'; // a thief would cancel every link that the owner asks for
    default:
      return { action: '/account/security/end', values: { kind, id } };
  }
}
