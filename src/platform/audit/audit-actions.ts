import type { AuditClass } from '../config/audit-retention.js';

/** For the documentation: what an event records. */
type Records = string | { readonly records: string; readonly isCounted: true };

interface Kind<Class extends AuditClass> {
  /** Decides how long the event is kept. */
  readonly class: Class;
  readonly records: string;
  /** Unauthenticated callers can cause floods of it: one row a minute for each combination of values, with a count. */
  readonly isCounted?: true;
}

/** All events that are ever recorded; a test keeps docs/administer/audit.md in line. */
export const AUDIT_ACTIONS = {
  ...ofClass('signin', {
    signin: 'a password was given: right, or refused',
    'signin.second-factor':
      'a one-time code or recovery code was given as second factor: right, or refused; `by` says which',
    'passkey.used': 'a passkey signed someone in; `target` says which',
    'passkey.refused': counted('a passkey was not accepted; `why` says why'),
    signout: 'a session was ended by its user',
    'session.ended': 'a user ended browsers under `/account`',
    'device.ended': 'a user ended devices under `/account`',
    'websession.asked': 'a web server asked for a state secret, authenticated',
    'websession.opened': "a web application's form opened a session",
    'websession.validated': 'a web server made a session its own, or failed to',
    'validation-token.minted': 'a client vouched for a user',
    'validation-token.exchanged': 'a validation token was exchanged for tokens',
    'validation-token.refused': 'a validation token was not accepted',
    'assertion.exchanged': "a partner's assertion was exchanged for tokens",
    'assertion.refused': "a partner's assertion was not accepted",
    'provider.signed_in': 'a user signed in elsewhere, at the provider that `provider` names',
    'provider.refused':
      'a user came back from a provider and was not signed in; `provider` says from which, `reason` why',
    'attempt.throttled': counted('too many failed attempts: this one was not even looked at'),
    'budget.spent': counted(
      'too much was begun and is still open: `budget` says what, `of` whose it is: of a network, a client, an account, a family or the server',
    ),
    'client.refused': counted('a client that is unknown, disabled, or gave a wrong secret; `why` says which'),
    'authorization.refused': counted('a request to `/authorize` that was not taken; `why` says why'),
    'call.denied': counted('a call that its caller may not make: ruleset, scope, profile, site'),
  }),
  ...ofClass('token', {
    'token.issued': 'a grant with its first tokens; `grant` says by what',
    'client-token.issued': counted('an access token of the client itself, by `client_credentials`'),
    'token.refreshed': 'a refresh token was exchanged; only with `AUDIT_REFRESHES`',
    'token.repeated': counted('the same answer again, to a refresh that was repeated soon'),
    'token.ahead': counted(
      'a refresh token that is newer than its grant: the database was set back, by a restore or a failover',
    ),
    'token.reused':
      'a spent refresh token came back: its grant ended. `ok`: soon, but from another network; answered, since the client is not `strict`',
    'code.reused': 'a used authorization code came back: its grant ended',
    'token.revoked': 'an access token, or a grant with all its tokens, was ended',
    'token.refused': counted(
      'a token, code or MAC that is unknown, revoked, used or wrong; `why` says which',
    ),
  }),
  ...ofClass('consent', {
    'consent.allowed': 'a user allowed a client what `target` says',
    'consent.repeated': 'a code for what was allowed before',
    'consent.declined': 'a user declined',
    'consent.ended': 'a user disconnected a client',
    'device.authorized': 'a user allowed a client on a device without a keyboard what `target` says',
    'device.denied': 'a user declined what a device asked for',
  }),
  ...ofClass('account', {
    'profile.changed': 'a user changed the own profile',
    'password.changed': 'a user changed the own password',
    'password.reset-asked': 'a link to set a new password was sent',
    'password.reset': 'a new password was set by a link',
    'second-factor.added': 'a user set up one-time codes as second factor, with ten recovery codes',
    'second-factor.removed': 'the second factor of an account was removed: its password alone opens it',
    'recovery-codes.made': 'a user had ten new recovery codes made in place of the others',
    'browser.trusted': 'a user trusts a browser for 30 days: it is not asked for the second factor',
    'browser.untrusted': 'a user ended the trust in a browser',
    'passkey.added': 'a user added a passkey; `synced` says whether it may be carried to other devices',
    'passkey.renamed': 'a user gave a passkey another name',
    'passkey.removed': 'a user removed a passkey',
    'passkey.cloned':
      'a passkey counted backwards, as a copy of it does: it was refused, and the account was told',
    'signin.disowned': 'a user did not recognize a sign-in: it ended, with what was made in it',
    'way-in.restored': 'a user took an address, connection or passkey back that was out of use',
    'device-password.made': 'a user made a password for one application',
    'device-password.ended': 'a user removed such a password, with what it had signed in',
    'way.ended':
      'a user ended a way into the own account that has no page of its own; `kind` and `way` say which',
    'recovery.asked':
      'someone asked to get back in without the second factor: it can be removed after a wait',
    'recovery.stopped':
      'that was stopped by a link that was mailed, or by who was signed in with the second factor',
    'recovery.done': 'the second factor was removed by a link, after the wait',
    'addition.stopped':
      'a link in a notice stopped what it told of, `what` says which, and the sign-in in which it was done',
    'identifier.kept': 'a user said that an address is still theirs',
    'identifier.asked': 'a user asked to add an address',
    'identifier.added': 'the link to an asked address was used',
    'identifier.confirmed': 'a user confirmed an address that provisioning asked for',
    'identifier.removed': 'a user removed an address',
    'invitation.accepted': 'an invited account was completed',
    'invitation.resent': 'an invited person asked for a new link',
    'account.linked': 'an ExternalId was attached, by its user or by provisioning; `by` says which',
    'account.unlinked': 'a user disconnected an ExternalId of the `issuer`',
    'membership.accepted': 'a user joined the family that `target` names, as a client asked',
    'family.invited': 'a member invited someone to the family that `target` names',
    'family.invitation-withdrawn': 'a member withdrew an invitation to the family that `target` names',
    'member.left': 'a user left the family that `target` names',
    'family.handed-over':
      'a founder made another member the founder of the family that `target` names; `to` says which account',
    'family.hand-over-asked':
      'a founder asked to make another member the founder of the family that `target` names, which happens three days later; `to` says which account',
    'family.hand-over-stopped':
      'a founder stopped the hand-over of the family that `target` names, by a link that was mailed or signed in',
    'family.picture-set': 'a member set the picture of the family that `target` names',
    'family.picture-removed': 'a member took the picture of the family that `target` names away',
    'family.renamed': 'a member changed the name of the family that `target` names',
    'family.unregistered-set':
      'a member refused applications that nobody registered in the family that `target` names, or let them in again; `details` has which',
    'family.services-set':
      'a member turned services of the family that `target` names on or off; `details` has those that changed',
    'family.member-removed':
      'a member removed another one from the family that `target` names; `account` says which',
    'family.role-set':
      'a member changed the role of another one in the family that `target` names; `account` says whose, `accountType` to what',
    'family.dissolved': 'a founder deleted the family that `target` names, in which nobody else was',
    'data.downloaded': 'a user downloaded everything that is kept about them',
    'deletion.asked': 'a user asked to delete the own account, which happens seven days later',
    'deletion.undone': 'a user signed in again and kept the account',
    'deletion.done':
      'an account was deleted, as its user had asked, or as nobody accepted its invitation; `target` says which',
    'proposal.declined': 'an address or a membership that a client asked for was declined',
    'account.link-declined': 'a user did not connect the account with a partner',
  }),
  ...ofClass('provisioning', {
    'account.created': 'an account, with its invitation',
    'account.updated':
      'name, country, locale, identifier or member type; by an administrator with `before` and `after`, of a name only that it changed',
    'identifier.proposed': 'an address for an account with a password: it waits for its owner',
    'account.link-proposed': 'an ExternalId for an account with a password: it waits to be connected',
    'account.deleted': 'an account with everything that hung on it',
    'account.read': counted('what an account is was read by `provgetaccount`'),
    'account.searched': counted('accounts were looked for by `provsearch`, or listed by `provlistaccounts`'),
    'family.created': 'a family',
    'family.updated': 'fields of a family',
    'family.deleted': 'a family',
    'member.added': 'an account was put into the family that `family` names',
    'member.asked': 'an account was asked to join the family that `family` names',
    'member.removed': 'an account left the family that `family` names',
    'member.put': 'an administrator put an account into a family',
    'member.invited': 'an administrator invited a person without an account: `account` says which was made',
    'member.invitation_withdrawn':
      'an administrator withdrew an invitation to a family; `account` says of whom',
  }),
  ...ofClass('administration', {
    'client.created': 'a client record',
    'client.updated': 'fields of a client record',
    'client.disabled': 'a client and its tokens are refused',
    'client.enabled': 'a client may work again',
    'client.deleted': 'a client with its grants',
    'client.secret_added': 'a further secret of a client, named by its id',
    'client.secret_ended': 'a secret of a client, named by its id',
    'ruleset.created': 'a ruleset',
    'ruleset.updated': 'the patterns of a ruleset',
    'ruleset.deleted': 'a ruleset',
    'account.disabled': 'an account; its sessions and grants ended',
    'account.enabled': 'a disabled account may sign in again',
    'account.held': 'an account is on hold, for 72 hours at most; its sessions and grants ended',
    'account.hold_ended': 'the time of a hold was over: the account may sign in again',
    'account.secured':
      'everything that opened an account was ended; `to` says which identifier got the link, `grants` and `recovery` what was ticked',
    'account.invitation_resent': 'a new invitation',
    'account.reset_sent': 'a link to set a new password',
    'account.recovery_started':
      'an administrator asked for a user to get back in without the second factor, after the wait',
    'account.role_changed': 'the role of an account in the administration',
    'account.setup_code_made':
      'a code for the first second factor of an account with a role; without an actor: on the machine of the server',
    'account.sessions_ended': 'browsers that an account was signed in with; `ended` says how many',
    'account.consent_ended': 'what an account allowed a client was ended; `client` says which',
    'account.identifier_linked': 'an ExternalId was attached by an administrator',
    'account.identifier_unlinked': 'an ExternalId was taken from an account',
    'account.identifier_asked': 'an administrator adds an address: a link was sent there',
    'account.identifier_added':
      'an administrator added an identifier; `identifier` is its id, `type` its kind',
    'account.identifier_removed': 'an administrator removed an identifier',
    'account.way_ended': 'an administrator ended a way into an account; `kind` and `way` say which',
    'grant.ended': 'a grant with all its tokens, or all of the account in `target`',
    'token.ended': 'one access token',
    'outbox.retried': 'a message is sent again',
    'outbox.passed_on': 'an administrator passed a message on by hand',
    'outbox.shown': 'an administrator read a message that could not be sent, link and all',
    'administrator.signed_in': 'a session of the console began',
    'administrator.signed_out': 'a session of the console ended',
    'administrator.refused': 'an account without a role came to the console',
    'administrator.password_confirmed': 'the password was asked for again',
    'administrator.created': 'the first administrator, by the setup code',
    'audit_filter.saved': 'filters of the audit page, under the `name`',
    'audit_filter.deleted': 'saved filters of the audit page, by their `name`',
    'branding.drafted': 'the draft of a branding was saved or discarded',
    'branding.image_added': 'a logo or icon was uploaded; `target` is its key',
    'branding.published': 'a branding that people see; `target` is `server` or the client',
    'branding.removed': 'a branding, which pages and mails lose',
    'provider.created': 'a provider where people may sign in',
    'provider.changed': 'a provider',
    'provider.removed': 'a provider; connected accounts keep their ExternalIds',
    'provider.secret_set': 'the client secret for a provider was set or removed',
    'provider.tried':
      'an administrator came back from trying a provider; nobody was signed in. `reason` says what went wrong',
    'resource.created': 'a resource server that tokens are issued for; `target` says which',
    'resource.changed': 'a resource server',
    'resource.removed': 'a resource server, whose opaque tokens ended',
    'webhook.created': 'a webhook of a client; `target` says which',
    'webhook.changed': 'a webhook',
    'webhook.removed': 'a webhook with all of its deliveries',
    'webhook.secret_renewed': 'a webhook has a new signing secret; the previous one signs too for a day',
    'webhook.gone': 'a webhook was switched off, as its receiver answered that it is gone (410)',
    'webhook.tested': 'a webhook was sent a test event',
    'webhook.replayed': 'deliveries were sent again; `deliveries` says how many',
    'firebase_key.added':
      'a signer key of a Firebase project, with which imported passwords are compared; `target` says which',
    'firebase_key.deleted':
      'a signer key of a Firebase project; `accounts` says how many accounts have to set a new password',
    'export.made': 'clients and rulesets were exported',
    'accounts.exported':
      'a page of an export of accounts, without password hashes; `first` and `last` say which',
    'password_hashes.exported':
      'a page of an export of accounts with their password hashes; `first` and `last` say which',
    'families.exported': 'a page of an export of families; `first` and `last` say which',
    'import.made': 'clients, rulesets or accounts were imported',
  }),
};

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** The actions of one class. */
export type ActionOf<Class extends AuditClass> = {
  [Action in AuditAction]: (typeof AUDIT_ACTIONS)[Action]['class'] extends Class ? Action : never;
}[AuditAction];

/** What an event is stored under, and so how long it is kept. */
export function classOf(action: AuditAction): AuditClass {
  return AUDIT_ACTIONS[action].class;
}

function ofClass<Class extends AuditClass, Action extends string>(
  kept: Class,
  actions: Readonly<Record<Action, Records>>,
): Readonly<Record<Action, Kind<Class>>> {
  const entries = Object.entries<Records>(actions).map(([action, said]) => [
    action,
    { class: kept, ...(typeof said === 'string' ? { records: said } : said) },
  ]);
  return Object.fromEntries(entries) as Record<Action, Kind<Class>>;
}

function counted(records: string): Records {
  return { records, isCounted: true };
}
