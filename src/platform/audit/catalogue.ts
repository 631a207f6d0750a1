import type { AuditClass } from '../config/audit-retention.js';

interface Kind {
  /** Decides how long the event is kept. */
  readonly class: AuditClass;
  /** For the documentation. */
  readonly records: string;
  /** Unauthenticated callers can cause floods of it: one row a minute for each combination of values, with a count. */
  readonly isCounted?: true;
}

/** All events that are ever recorded; a test keeps docs/audit.md in line. */
export const AUDIT_ACTIONS = {
  signin: of('signin', 'a password was given: right, or refused'),
  'signin.second-factor': of(
    'signin',
    'a one-time code or recovery code was given as second factor: right, or refused; `by` says which',
  ),
  'passkey.used': of('signin', 'a passkey signed somebody in; `target` says which'),
  'passkey.refused': counted('signin', 'a passkey was not accepted; `why` says why'),
  signout: of('signin', 'a session was ended by its user'),
  'session.ended': of('signin', 'a user ended browsers under `/account`'),
  'device.ended': of('signin', 'a user ended devices under `/account`'),
  'websession.asked': of('signin', 'a web server asked for a state secret, authenticated'),
  'websession.opened': of('signin', "a web application's form opened a session"),
  'websession.validated': of('signin', 'a web server made a session its own, or failed to'),
  'validation-token.minted': of('signin', 'a client vouched for a user'),
  'validation-token.exchanged': of('signin', 'a validation token was exchanged for tokens'),
  'validation-token.refused': of('signin', 'a validation token was not accepted'),
  'assertion.exchanged': of('signin', "a partner's assertion was exchanged for tokens"),
  'assertion.refused': of('signin', "a partner's assertion was not accepted"),
  'provider.signed_in': of('signin', 'a user signed in elsewhere, at the provider that `provider` names'),
  'provider.refused': of(
    'signin',
    'a user came back from a provider and was not signed in; `provider` says from which, `reason` why',
  ),
  'attempt.throttled': counted('signin', 'too many failed attempts: this one was not even looked at'),
  'budget.spent': counted(
    'signin',
    'too much was begun and is still open: `budget` says what, `of` whose it is: of a network, a client, an account, a family or the server',
  ),
  'client.refused': counted(
    'signin',
    'a client that is unknown, disabled, or gave a wrong secret; `why` says which',
  ),
  'authorization.refused': counted('signin', 'a request to `/authorize` that was not taken; `why` says why'),
  'call.denied': counted('signin', 'a call that its caller may not make: ruleset, scope, profile, site'),

  'token.issued': of('token', 'a grant with its first tokens; `grant` says by what'),
  'client-token.issued': counted('token', 'an access token of the client itself, by `client_credentials`'),
  'token.refreshed': of('token', 'a refresh token was exchanged; only with `AUDIT_REFRESHES`'),
  'token.repeated': counted('token', 'the same answer again, to a refresh that was repeated soon'),
  'token.ahead': counted(
    'token',
    'a refresh token that is newer than its grant: the database was set back, by a restore or a failover',
  ),
  'token.reused': of(
    'token',
    'a spent refresh token came back: its grant ended. `ok`: soon, but from another network; answered, since the client is not `strict`',
  ),
  'code.reused': of('token', 'a used authorization code came back: its grant ended'),
  'token.revoked': of('token', 'an access token, or a grant with all its tokens, was ended'),
  'token.refused': counted(
    'token',
    'a token, code or MAC that is unknown, revoked, used or wrong; `why` says which',
  ),

  'consent.allowed': of('consent', 'a user allowed a client what `target` says'),
  'consent.repeated': of('consent', 'a code for what was allowed before'),
  'consent.declined': of('consent', 'a user declined'),
  'consent.ended': of('consent', 'a user disconnected a client'),
  'device.authorized': of(
    'consent',
    'a user allowed a client on a device without a keyboard what `target` says',
  ),
  'device.denied': of('consent', 'a user declined what a device asked for'),

  'profile.changed': of('account', 'a user changed the own profile'),
  'password.changed': of('account', 'a user changed the own password'),
  'password.reset-asked': of('account', 'a link to set a new password was sent'),
  'password.reset': of('account', 'a new password was set by a link'),
  'second-factor.added': of(
    'account',
    'a user set up one-time codes as second factor, with ten recovery codes',
  ),
  'second-factor.removed': of(
    'account',
    'the second factor of an account was removed: its password alone opens it',
  ),
  'recovery-codes.made': of('account', 'a user had ten new recovery codes made in place of the others'),
  'browser.trusted': of(
    'account',
    'a user trusts a browser for 30 days: it is not asked for the second factor',
  ),
  'browser.untrusted': of('account', 'a user ended the trust in a browser'),
  'passkey.added': of(
    'account',
    'a user added a passkey; `synced` says whether it may be carried to other devices',
  ),
  'passkey.renamed': of('account', 'a user gave a passkey another name'),
  'passkey.removed': of('account', 'a user removed a passkey'),
  'passkey.cloned': of(
    'account',
    'a passkey counted backwards, as a copy of it does: it was refused, and the account was told',
  ),
  'signin.disowned': of('account', 'a user did not recognize a sign-in: it ended, with what was made in it'),
  'way-in.restored': of('account', 'a user took an address, connection or passkey back that was out of use'),
  'device-password.made': of('account', 'a user made a password for one application'),
  'device-password.ended': of('account', 'a user removed such a password, with what it had signed in'),
  'way.ended': of(
    'account',
    'a user ended a way into the own account that has no page of its own; `kind` and `way` say which',
  ),
  'recovery.asked': of(
    'account',
    'somebody asked to get back in without the second factor: it can be removed after a wait',
  ),
  'recovery.stopped': of(
    'account',
    'that was stopped by a link that was mailed, or by who was signed in with the second factor',
  ),
  'recovery.done': of('account', 'the second factor was removed by a link, after the wait'),
  'addition.stopped': of(
    'account',
    'a link in a notice stopped what it told of, `what` says which, and the sign-in in which it was done',
  ),
  'identifier.kept': of('account', 'a user said that an address is still theirs'),
  'identifier.asked': of('account', 'a user asked to add an address'),
  'identifier.added': of('account', 'the link to an asked address was used'),
  'identifier.confirmed': of('account', 'a user confirmed an address that provisioning asked for'),
  'identifier.removed': of('account', 'a user removed an address'),
  'invitation.accepted': of('account', 'an invited account was completed'),
  'invitation.resent': of('account', 'an invited person asked for a new link'),
  'account.linked': of(
    'account',
    'an ExternalId was attached, by its user or by provisioning; `by` says which',
  ),
  'account.unlinked': of('account', 'a user disconnected an ExternalId of the `issuer`'),
  'membership.accepted': of('account', 'a user joined the family that `target` names, as a client asked'),
  'family.invited': of('account', 'a member invited somebody to the family that `target` names'),
  'family.invitation-withdrawn': of(
    'account',
    'a member withdrew an invitation to the family that `target` names',
  ),
  'member.left': of('account', 'a user left the family that `target` names'),
  'family.handed-over': of(
    'account',
    'a founder made another member the founder of the family that `target` names; `to` says which account',
  ),
  'family.hand-over-asked': of(
    'account',
    'a founder asked to make another member the founder of the family that `target` names, which happens three days later; `to` says which account',
  ),
  'family.hand-over-stopped': of(
    'account',
    'a founder stopped the hand-over of the family that `target` names, by a link that was mailed or signed in',
  ),
  'family.picture-set': of('account', 'a member set the picture of the family that `target` names'),
  'data.downloaded': of('account', 'a user downloaded everything that is kept about them'),
  'deletion.asked': of('account', 'a user asked to delete the own account, which happens seven days later'),
  'deletion.undone': of('account', 'a user signed in again and kept the account'),
  'deletion.done': of(
    'account',
    'an account was deleted, as its user had asked, or as nobody accepted its invitation; `target` says which',
  ),
  'proposal.declined': of('account', 'an address or a membership that a client asked for was declined'),
  'account.link-declined': of('account', 'a user did not connect the account with a partner'),

  'account.created': of('provisioning', 'an account, with its invitation'),
  'account.updated': of(
    'provisioning',
    'name, country, locale, identifier or member type; by an administrator with `before` and `after`, of a name only that it changed',
  ),
  'identifier.proposed': of(
    'provisioning',
    'an address for an account with a password: it waits for its owner',
  ),
  'account.link-proposed': of(
    'provisioning',
    'an ExternalId for an account with a password: it waits to be connected',
  ),
  'account.deleted': of('provisioning', 'an account with everything that hung on it'),
  'account.read': counted('provisioning', 'what an account is was read by `provgetaccount`'),
  'account.searched': counted('provisioning', 'accounts were looked for by `provsearch`'),
  'family.created': of('provisioning', 'a family'),
  'family.updated': of('provisioning', 'fields of a family'),
  'family.deleted': of('provisioning', 'a family'),
  'member.added': of('provisioning', 'an account was put into the family that `family` names'),
  'member.asked': of('provisioning', 'an account was asked to join the family that `family` names'),
  'member.removed': of('provisioning', 'an account left the family that `family` names'),
  'member.put': of('provisioning', 'an administrator put an account into a family'),
  'member.invited': of(
    'provisioning',
    'an administrator invited a person without an account: `account` says which was made',
  ),
  'member.invitation_withdrawn': of(
    'provisioning',
    'an administrator withdrew an invitation to a family; `account` says of whom',
  ),

  'client.created': of('administration', 'a client record'),
  'client.updated': of('administration', 'fields of a client record'),
  'client.disabled': of('administration', 'a client and its tokens are refused'),
  'client.enabled': of('administration', 'a client may work again'),
  'client.deleted': of('administration', 'a client with its grants'),
  'client.secret_added': of('administration', 'a further secret of a client, named by its id'),
  'client.secret_ended': of('administration', 'a secret of a client, named by its id'),
  'ruleset.created': of('administration', 'a ruleset'),
  'ruleset.updated': of('administration', 'the patterns of a ruleset'),
  'ruleset.deleted': of('administration', 'a ruleset'),
  'account.disabled': of('administration', 'an account; its sessions and grants ended'),
  'account.enabled': of('administration', 'a disabled account may sign in again'),
  'account.held': of(
    'administration',
    'an account is on hold, for 72 hours at most; its sessions and grants ended',
  ),
  'account.hold_ended': of('administration', 'the time of a hold was over: the account may sign in again'),
  'account.secured': of(
    'administration',
    'everything that opened an account was ended; `to` says which identifier got the link, `grants` and `recovery` what was ticked',
  ),
  'account.invitation_resent': of('administration', 'a new invitation'),
  'account.reset_sent': of('administration', 'a link to set a new password'),
  'account.recovery_started': of(
    'administration',
    'an administrator asked for a user to get back in without the second factor, after the wait',
  ),
  'account.role_changed': of('administration', 'the role of an account in the administration'),
  'account.setup_code_made': of(
    'administration',
    'a code for the first second factor of an account with a role; without an actor: on the machine of the server',
  ),
  'account.sessions_ended': of(
    'administration',
    'browsers that an account was signed in with; `ended` says how many',
  ),
  'account.consent_ended': of(
    'administration',
    'what an account allowed a client was ended; `client` says which',
  ),
  'account.identifier_linked': of('administration', 'an ExternalId was attached by an administrator'),
  'account.identifier_unlinked': of('administration', 'an ExternalId was taken from an account'),
  'account.identifier_asked': of('administration', 'an administrator adds an address: a link was sent there'),
  'account.identifier_added': of(
    'administration',
    'an administrator added an identifier; `identifier` is its id, `type` its kind',
  ),
  'account.identifier_removed': of('administration', 'an administrator removed an identifier'),
  'account.way_ended': of(
    'administration',
    'an administrator ended a way into an account; `kind` and `way` say which',
  ),
  'grant.ended': of('administration', 'a grant with all its tokens, or all of the account in `target`'),
  'token.ended': of('administration', 'one access token'),
  'outbox.retried': of('administration', 'a message is sent again'),
  'outbox.passed_on': of('administration', 'an administrator passed a message on by hand'),
  'outbox.shown': of(
    'administration',
    'an administrator read a message that could not be sent, link and all',
  ),
  'administrator.signed_in': of('administration', 'a session of the console began'),
  'administrator.signed_out': of('administration', 'a session of the console ended'),
  'administrator.refused': of('administration', 'an account without a role came to the console'),
  'administrator.password_confirmed': of('administration', 'the password was asked for again'),
  'administrator.created': of('administration', 'the first administrator, by the setup code'),
  'audit_filter.saved': of('administration', 'filters of the audit page, under the `name`'),
  'audit_filter.deleted': of('administration', 'saved filters of the audit page, by their `name`'),
  'branding.drafted': of('administration', 'the draft of a branding was saved or discarded'),
  'branding.image_added': of('administration', 'a logo or icon was uploaded; `target` is its key'),
  'branding.published': of(
    'administration',
    'a branding that people see; `target` is `server` or the client',
  ),
  'branding.removed': of('administration', 'a branding, which pages and mails lose'),
  'provider.created': of('administration', 'a provider where people may sign in'),
  'provider.changed': of('administration', 'a provider'),
  'provider.removed': of('administration', 'a provider; connected accounts keep their ExternalIds'),
  'provider.secret_set': of('administration', 'the client secret for a provider was set or removed'),
  'provider.tried': of(
    'administration',
    'an administrator came back from trying a provider; nobody was signed in. `reason` says what went wrong',
  ),
  'webhook.created': of('administration', 'a webhook of a client; `target` says which'),
  'webhook.changed': of('administration', 'a webhook'),
  'webhook.removed': of('administration', 'a webhook with all of its deliveries'),
  'webhook.secret_renewed': of(
    'administration',
    'a webhook has a new signing secret; the previous one signs too for a day',
  ),
  'webhook.gone': of(
    'administration',
    'a webhook was switched off, as its receiver answered that it is gone (410)',
  ),
  'webhook.tested': of('administration', 'a webhook was sent a test event'),
  'webhook.replayed': of('administration', 'deliveries were sent again; `deliveries` says how many'),
  'export.made': of('administration', 'clients and rulesets were exported'),
  'import.made': of('administration', 'clients, rulesets or accounts were imported'),
} as const satisfies Record<string, Kind>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** The actions of one class. */
export type ActionOf<Class extends AuditClass> = {
  [Action in AuditAction]: (typeof AUDIT_ACTIONS)[Action]['class'] extends Class ? Action : never;
}[AuditAction];

/** What an event is stored under, and so how long it is kept. */
export function classOf(action: AuditAction): AuditClass {
  return AUDIT_ACTIONS[action].class;
}

function of<Class extends AuditClass>(kept: Class, records: string): Kind & { readonly class: Class } {
  return { class: kept, records };
}

function counted<Class extends AuditClass>(
  kept: Class,
  records: string,
): Kind & { readonly class: Class; readonly isCounted: true } {
  return { class: kept, records, isCounted: true };
}
