import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { capitalized } from '../../platform/pages/words.js';

/** Labels for actions whose names are not what a person would say. */
const LABELS: Readonly<Partial<Record<AuditAction, string>>> = {
  signin: 'Sign-in',
  signout: 'Sign-out',
  'websession.asked': 'Web session requested',
  'websession.opened': 'Web session opened',
  'websession.validated': 'Web session validated',
  'validation-token.minted': 'Validation token issued',
  'budget.spent': 'Budget used up',
  'client-token.issued': 'Client’s own token issued',
  'token.repeated': 'Refresh repeated',
  'token.ahead': 'Refresh token newer than its grant',
  'token.reused': 'Refresh token reused',
  'code.reused': 'Authorization code reused',
  'password.reset-asked': 'Password reset requested',
  'family.hand-over-asked': 'Hand-over of a family requested',
  'family.hand-over-stopped': 'Hand-over of a family stopped',
  'recovery.asked': 'Recovery of the second factor requested',
  'recovery.stopped': 'Recovery of the second factor stopped',
  'recovery.done': 'Second factor removed after the wait',
  'addition.stopped': 'Change stopped by a link in a notice',
  'identifier.kept': 'Identifier still in use',
  'identifier.asked': 'Identifier requested',
  'member.asked': 'Membership requested',
  'member.invitation_withdrawn': 'Invitation to a family withdrawn',
  'member.put': 'Member set',
  'client.secret_ended': 'Client secret revoked',
  'consent.ended': 'Consent revoked',
  'account.held': 'Account put on hold',
  'account.hold_ended': 'Hold of account ended',
  'account.reset_sent': 'Password reset link sent',
  'account.recovery_started': 'Recovery of the second factor started',
  'account.sessions_ended': 'Account signed out',
  'account.consent_ended': 'Account’s consent revoked',
  'account.identifier_asked': 'Account’s identifier requested',
  'grant.ended': 'Grant revoked',
  'token.ended': 'Access token revoked',
  'outbox.retried': 'Message retried',
  'outbox.passed_on': 'Message marked as delivered',
  'outbox.shown': 'Message read',
};

/** `token.refused` becomes "Token refused". Unknown names come from earlier releases. */
export function labelOf(action: string): string {
  const known = Object.hasOwn(LABELS, action) ? LABELS[action as AuditAction] : undefined;
  if (known !== undefined) return known;
  return capitalized(action.replaceAll(/[._-]/g, ' '));
}
