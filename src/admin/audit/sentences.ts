import type { AuditAction } from '../../platform/audit/catalogue.js';

/**
 * What happened, as a sentence. `{who}` did it: an account, else a client, else whoever it was. `{owner}` is the account
 * and `{app}` the client of an event that tells of both. `{target}` is what it was done to; `{account}`, `{family}` and
 * `{client}` are those that the details name, or the target where they name none.
 */
const SENTENCES: Readonly<Record<AuditAction, string | readonly [ok: string, refused: string]>> = {
  signin: ['{who} signed in', 'Sign-in of {who} was refused'],
  signout: '{who} signed out',
  'session.ended': '{who} signed other browsers out',
  'device.ended': '{who} signed devices out',
  'websession.asked': ['{app} asked for a web session', '{app} was refused a web session'],
  'websession.opened': ['{app} opened a web session for {owner}', '{app} could not open a web session'],
  'websession.validated': [
    '{app} took over a web session of {owner}',
    '{app} could not take over a web session',
  ],
  'validation-token.minted': '{app} vouched for {owner}',
  'validation-token.exchanged': '{app} exchanged a validation token of {owner} for tokens',
  'validation-token.refused': 'A validation token from {app} was refused',
  'assertion.exchanged': '{app} exchanged an assertion about {owner} for tokens',
  'assertion.refused': 'An assertion from {app} was refused',
  'attempt.throttled': 'Too many failed attempts by {who}: further ones were not looked at',
  'budget.spent': '{who} began too much at once',
  'client.refused': 'The client {app} was refused',
  'authorization.refused': 'A request of {app} to authorize was refused',
  'call.denied': '{who} was denied {target}',

  'token.issued': '{app} got tokens for {owner}',
  'client-token.issued': '{app} got a token of its own',
  'token.refreshed': '{app} refreshed the tokens of {owner}',
  'token.repeated': '{app} repeated a refresh for {owner}',
  'token.ahead': '{app} sent a refresh token that is newer than its grant',
  'token.reused': '{app} sent a spent refresh token of {owner}: the grant ended',
  'code.reused': '{app} sent a used authorization code: the grant ended',
  'token.revoked': '{app} revoked tokens of {owner}',
  'token.refused': 'A token, code or signature from {app} was refused',

  'consent.allowed': '{owner} allowed {app} {target}',
  'consent.repeated': '{owner} came back to {app}, which was allowed before',
  'consent.declined': '{owner} declined what {app} asked for',
  'consent.ended': '{owner} disconnected {app}',

  'profile.changed': '{who} changed the own profile',
  'password.changed': ['{who} changed the own password', '{who} could not change the own password'],
  'password.reset-asked': 'A link to set a new password was sent to {who}',
  'password.reset': '{who} set a new password by a link',
  'identifier.asked': '{who} asked to add an address',
  'identifier.added': '{who} added an address',
  'identifier.confirmed': '{who} confirmed an address that provisioning had asked for',
  'identifier.removed': '{who} removed an address',
  'invitation.accepted': '{who} accepted an invitation and completed the account',
  'invitation.resent': '{who} asked for the invitation once more',
  'account.linked': '{target} was connected with a partner',
  'membership.accepted': '{who} joined {target}',
  'family.invited': '{who} invited somebody to {target}',
  'family.invitation-withdrawn': '{who} withdrew an invitation to {target}',
  'member.left': '{who} left {target}',
  'family.handed-over': '{who} handed {target} over',
  'family.picture-set': '{who} set the picture of {target}',
  'data.downloaded': '{who} downloaded everything that is kept',
  'deletion.asked': '{who} asked to delete the own account in seven days',
  'deletion.undone': '{who} kept the account that was to be deleted',
  'deletion.done': '{target} was deleted, as its user had asked or as nobody accepted its invitation',
  'proposal.declined': '{target} declined what a client had asked for',
  'account.link-declined': '{who} declined to connect with a partner',

  'account.created': '{who} created {target}',
  'account.identifier_asked': '{who} asked to add an address to {target}',
  'account.identifier_added': '{who} added an address to {target}',
  'account.identifier_removed': '{who} removed an address from {target}',
  'account.updated': '{who} changed {target}',
  'identifier.proposed': '{who} proposed an address for {target}',
  'account.link-proposed': '{who} proposed to connect {target} with a partner',
  'account.deleted': '{who} deleted {target}',
  'account.read': '{who} read {target}',
  'account.searched': '{who} searched for accounts',
  'family.created': '{who} created {target}',
  'family.updated': '{who} changed {target}',
  'family.deleted': '{who} deleted {target}',
  'member.added': '{who} added {account} to {family}',
  'member.asked': '{who} asked {account} to join {family}',
  'member.removed': '{who} removed {account} from {family}',
  'member.put': '{who} set the role of {account} in {family}',
  'member.invited': '{who} invited {account} to {family}',
  'member.invitation_withdrawn': '{who} withdrew the invitation of {account} to {family}',

  'client.created': '{who} created {target}',
  'client.updated': '{who} changed {target}',
  'client.disabled': '{who} disabled {target}',
  'client.enabled': '{who} enabled {target}',
  'client.deleted': '{who} deleted {target}',
  'client.secret_added': '{who} added a secret to {target}',
  'client.secret_ended': '{who} revoked a secret of {target}',
  'ruleset.created': '{who} created {target}',
  'ruleset.updated': '{who} changed {target}',
  'ruleset.deleted': '{who} deleted {target}',
  'account.disabled': '{who} disabled {target}',
  'account.enabled': '{who} enabled {target}',
  'account.invitation_resent': '{who} sent {target} a new invitation',
  'account.reset_sent': '{who} sent {target} a link to set a new password',
  'account.role_changed': '{who} changed the role of {target}',
  'account.sessions_ended': '{who} signed {target} out',
  'account.consent_ended': '{who} revoked what {target} allowed {client}',
  'account.identifier_linked': '{who} connected {target} with a partner',
  'account.identifier_unlinked': '{who} disconnected {target} from a partner',
  'grant.ended': '{who} revoked {target}',
  'token.ended': '{who} revoked an access token of {target}',
  'outbox.retried': '{who} sent {target} once more',
  'outbox.passed_on': '{who} marked {target} as delivered',
  'outbox.shown': '{who} read {target}',
  'administrator.signed_in': '{who} signed in to the console',
  'administrator.signed_out': '{who} signed out of the console',
  'administrator.refused': '{who} has no role and was refused the console',
  'administrator.password_confirmed': [
    '{who} confirmed the password',
    '{who} gave a wrong password to confirm',
  ],
  'administrator.created': '{who} became the first administrator',
  'audit_filter.saved': '{who} saved an audit filter',
  'audit_filter.deleted': '{who} deleted an audit filter',
  'branding.drafted': '{who} changed the draft of a branding: {target}',
  'branding.image_added': '{who} uploaded an image for a branding',
  'branding.published': '{who} published a branding: {target}',
  'branding.removed': '{who} removed a branding: {target}',
  'export.made': '{who} exported clients and rulesets',
  'import.made': '{who} imported records',
};

/** One part of a sentence: words, or the name of what stands there. */
export type Part = { readonly words: string } | { readonly place: Place };
export type Place = 'who' | 'owner' | 'app' | 'target' | 'account' | 'family' | 'client';

/** The sentence of an event in parts; null for an action of another release. */
export function sentenceOf(action: string, outcome: 'ok' | 'refused'): Part[] | null {
  if (!Object.hasOwn(SENTENCES, action)) return null;
  const said = SENTENCES[action as AuditAction];
  const sentence = typeof said === 'string' ? said : said[outcome === 'ok' ? 0 : 1];
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? { place: part.slice(1, -1) as Place } : { words: part }));
}
