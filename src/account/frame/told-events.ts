import type { AuditAction } from '../../platform/audit/audit-actions.js';

/** The actions in the history, each with the key of its text; a refused one has the key of `REFUSED`, else `refused`. */
export const TOLD = {
  signin: 'password',
  'passkey.used': 'passkey',
  'websession.opened': 'signedIn',
  'validation-token.exchanged': 'signedIn',
  'assertion.exchanged': 'signedIn',
  signout: 'signedOut',
  'session.ended': 'browsersEnded',
  'device.ended': 'devicesEnded',
  'password.changed': 'passwordChanged',
  'password.reset': 'passwordReset',
  'signin.second-factor': 'secondFactor',
  'second-factor.added': 'factorAdded',
  'second-factor.removed': 'factorRemoved',
  'recovery-codes.made': 'recoveryCodesMade',
  'browser.trusted': 'browserTrusted',
  'signin.disowned': 'signInDisowned',
  'way-in.restored': 'wayRestored',
  'passkey.added': 'passkeyAdded',
  'passkey.removed': 'passkeyRemoved',
  'passkey.refused': 'passkeyRefused',
  'passkey.cloned': 'passkeyRefused',
  'addition.stopped': 'additionStopped',
  'family.invited': 'familyInvited',
  'family.invitation-withdrawn': 'familyWithdrawn',
  'family.renamed': 'familyChanged',
  'family.services-set': 'familyChanged',
  'family.unregistered-set': 'familyChanged',
  'family.picture-set': 'familyChanged',
  'family.picture-removed': 'familyChanged',
  'family.member-removed': 'familyMemberRemoved',
  'family.role-set': 'familyRole',
  'family.handed-over': 'familyHandOver',
  'family.hand-over-asked': 'familyHandOver',
  'member.left': 'familyLeft',
  'family.dissolved': 'familyDissolved',
} as const satisfies Partial<Record<AuditAction, string>>;
export type ToldAction = keyof typeof TOLD;

const REFUSED: Partial<Record<ToldAction, Refused>> = {
  'signin.second-factor': 'codeRefused',
  'passkey.refused': 'passkeyRefused',
  'passkey.cloned': 'passkeyRefused',
};
type Refused = 'refused' | 'codeRefused' | 'passkeyRefused';
export type EventText = (typeof TOLD)[ToldAction] | Refused;

/** The key of an event's text; null: the history leaves it out. */
export function toldEvent(action: string, outcome: string): EventText | null {
  return Object.hasOwn(TOLD, action) ? textOf(action as ToldAction, outcome) : null;
}

export function textOf(action: ToldAction, outcome: string): EventText {
  return outcome === 'ok' ? TOLD[action] : (REFUSED[action] ?? 'refused');
}
