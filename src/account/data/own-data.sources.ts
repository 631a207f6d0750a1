import { originName } from '../../oauth/tokens/grant-origin.js';
import { THIS_SERVER } from '../../oauth/tokens/target.js';
import type { TextKey } from '../../platform/pages/texts/texts.js';

/** The tables with a person's data: the columns in the download, and why others are left out (D237). */

/** How the page of the download says a value; by default as it is. */
export type ValueKind =
  | 'text'
  | 'time'
  | 'yesNo'
  | 'country'
  | 'language'
  | 'identifierType'
  | 'role'
  | 'browser'
  | 'client'
  | 'scopes'
  | 'targets'
  | 'event';

/** A column on the page of the download, or a member of its JSON, with its label. */
export type ShownColumn = readonly [column: string, label: TextKey, kind?: ValueKind];

/** A part of a table, as one file of the download. */
export interface Source {
  readonly file: string;
  readonly table: string;
  /** SQL over `t` that selects the rows about the account $1. */
  readonly of: string;
  /** A unique column with its type; the rows are read in parts by it. */
  readonly key: readonly [column: string, type: 'bigint' | 'bytea'];
  /** Columns as they are, or SQL over `t` in their place. */
  readonly columns: readonly (string | readonly [column: string, sql: string])[];
  /** What no column has, by SQL over `t`. */
  readonly more?: readonly (readonly [name: string, sql: string])[];
  readonly left: Readonly<Record<string, string>>;
  /** What a person calls it. */
  readonly heading: TextKey;
  /** What of a row is on the page of the download; absent: the page only names the file. */
  readonly shown?: readonly ShownColumn[];
}

/** Stands for this server among the identifiers of resources. */
export const OF_THIS_SERVER = 'this server';

const OWN_NUMBER = 'the number of the account, which the file is about';
const SECRET = 'a digest of a secret that opens something';
const RECOGNIZES = 'the server recognizes tokens by it';

const client = (column: string) =>
  [column, `(SELECT c.client_id FROM client c WHERE c.id = t.${column})`] as const;

/** What tokens are for: names instead of the numbers of resources. Without either it was deleted. */
const RESOURCES = [
  'resources',
  `(SELECT jsonb_agg(jsonb_build_object('name', r.name,
             'identifier', CASE n.number WHEN '${THIS_SERVER}' THEN '${OF_THIS_SERVER}' ELSE r.identifier END) ORDER BY n.place)
      FROM unnest(string_to_array(t.resources, ' ')) WITH ORDINALITY AS n(number, place)
      LEFT JOIN protected_resource r ON r.number = n.number::bigint)`,
] as const;

/** Leaves out the numbers of others: shows a column only where it, or the column of its owner, names the account. */
const ownAlone = (column: string, owner = column) =>
  [column, `CASE WHEN t.${owner} = $1 THEN t.${column} END`] as const;

/** A source without `of` selects rows by `account_id`, and leaves that column out. */
type GivenSource = Pick<Source, 'file' | 'table' | 'key' | 'columns' | 'heading'> & Partial<Source>;

const GIVEN: readonly GivenSource[] = [
  {
    file: 'account',
    heading: 'account.profile',
    shown: [
      ['name', 'invitation.name'],
      ['country_code', 'account.country', 'country'],
      ['locale', 'data.index.language', 'language'],
      ['time_zone', 'account.timeZone'],
      ['created_at', 'data.index.created', 'time'],
      ['last_login_at', 'data.index.lastSignIn', 'time'],
      ['deletes_at', 'data.index.deletes', 'time'],
    ],
    table: 'account',
    of: 't.id = $1',
    key: ['id', 'bigint'],
    columns: [
      ...[
        'id',
        'name',
        'country_code',
        'locale',
        'time_zone',
        'profile_changed_at',
        'status',
        'role',
        'created_at',
        'last_login_at',
        'deletes_at',
        'held_until',
      ],
      ...['secured_at', 'secured_for', 'support_held_at'],
      client('created_by'),
    ],
    left: {
      password_hash: 'the digest of the password',
      known_networks: 'digests under a key of the server: nobody can read a network from them',
      known_browsers: 'digests of random cookies: nobody can read a browser from them',
    },
  },
  {
    file: 'identifiers',
    heading: 'account.you',
    shown: [
      ['type', 'data.index.type', 'identifierType'],
      ['value', 'data.index.value'],
      ['is_validated', 'account.validated', 'yesNo'],
      ['added_at', 'passkeys.added', 'time'],
    ],
    table: 'account_identifier',
    key: ['id', 'bigint'],
    columns: [
      ...[
        'id',
        'type',
        'value',
        'normalized',
        'issuer',
        'is_validated',
        'added_at',
        'suspended_at',
        'sign_in_id',
      ],
      ...['confirmed_at', 'put_back_at', 'is_password_replaced'],
    ],
  },
  {
    file: 'memberships',
    heading: 'data.index.memberships',
    shown: [
      ['family_id', 'data.index.family'],
      ['member_type', 'families.roleLabel', 'role'],
      ['created_at', 'data.index.since', 'time'],
    ],
    table: 'family_member',
    key: ['family_id', 'bigint'],
    columns: ['family_id', 'member_type', 'invited_by', 'created_at'],
  },
  {
    file: 'families',
    heading: 'account.tabs.families',
    shown: [
      ['id', 'data.index.family'],
      ['name', 'families.rename'],
      ['created_at', 'data.index.created', 'time'],
    ],
    table: 'family',
    of: 't.id IN (SELECT m.family_id FROM family_member m WHERE m.account_id = $1)',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'name', 'premium_type', 'calendar_service', 'location_service', 'autotracking_service'],
      ...['message_service', 'photo_service', 'video_service', 'audio_service', 'task_service', 'created_at'],
      'refuses_unregistered',
      client('created_by'),
    ],
    left: { picture_key: 'the picture itself is under pictures/' },
  },
  {
    file: 'sessions',
    heading: 'account.signIns',
    shown: [
      ['client_id', 'data.index.app', 'client'],
      ['data.agent', 'data.index.browser', 'browser'],
      ['data.signedInAt', 'account.firstSeen', 'time'],
      ['expires_at', 'data.index.ends', 'time'],
    ],
    table: 'session',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      ['data', `jsonb_build_object('signedInAt', t.data -> 'signedInAt', 'agent', t.data -> 'agent')`],
      ...['expires_at', 'device_password_id'],
    ],
    left: { digest: SECRET },
  },
  {
    file: 'grants',
    heading: 'ways.groups.applications',
    shown: [
      ['client_id', 'data.index.app', 'client'],
      ['device_id', 'data.index.device'],
      ['resources', 'data.index.uses', 'targets'],
      ['created_at', 'data.index.created', 'time'],
      ['refreshed_at', 'account.lastUsed', 'time'],
      ['revoked_at', 'data.index.ended', 'time'],
    ],
    table: 'token_grant',
    key: ['id', 'bigint'],
    columns: [
      client('client_id'),
      ...[
        'id',
        'created_at',
        'ends_at',
        'refreshed_at',
        'auth_time',
        'methods',
        'valid_from',
        'revoked_at',
        'refreshed_from',
      ],
      ...['token_type', 'scope', 'claims', 'device_id', 'device_password_id'],
      RESOURCES,
      ['origin', originName('t.origin')],
      'sign_in_id',
    ],
    left: {
      generation: RECOGNIZES,
      grace_floor: RECOGNIZES,
      ends_on: 'the day of ends_at, for the clean-up',
      anchor: RECOGNIZES,
      refresh_digest: SECRET,
      key_thumbprint: 'recognizes a key of the application',
      sid: 'names the sign-in to the application',
      sealed_secret: 'the secret of its tokens, sealed',
    },
  },
  {
    file: 'consents',
    heading: 'account.tabs.apps',
    shown: [
      ['client_id', 'data.index.app', 'client'],
      ['scopes', 'data.index.allowed', 'scopes'],
      ['created_at', 'data.index.since', 'time'],
    ],
    table: 'consent',
    key: ['client_id', 'bigint'],
    columns: [client('client_id'), 'scopes', 'created_at', 'given'],
    more: [
      [
        'resources',
        `(SELECT jsonb_agg(jsonb_build_object('name', r.name, 'identifier', n.name) ORDER BY n.place)
            FROM unnest(t.scopes) WITH ORDINALITY AS n(name, place) LEFT JOIN protected_resource r ON r.identifier = n.name
           WHERE n.name LIKE '%:%' AND n.name NOT LIKE '%#%')`,
      ],
    ],
  },
  {
    file: 'links',
    heading: 'data.index.links',
    table: 'invitation',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      ...['kind', 'identifier_id', 'new_type', 'new_value', 'family_id', 'member_type', 'invited_by'],
      ...['about', 'created_at', 'expires_at', 'used_at', 'ended_by', 'sign_in_id', 'is_handed_over'],
    ],
    left: {
      digest: SECRET,
      invited_as: 'what the member who invited typed: it is among the data of that person',
      sent_id: 'what the member who invited sent: it is among the data of that person',
    },
  },
  {
    file: 'invitations-sent',
    heading: 'ways.groups.invitations',
    shown: [
      ['invited_as', 'data.index.to'],
      ['created_at', 'data.index.created', 'time'],
      ['expires_at', 'data.index.ends', 'time'],
      ['ended_at', 'data.index.ended', 'time'],
    ],
    table: 'sent_invitation',
    of: 't.invited_by = $1',
    key: ['id', 'bigint'],
    columns: [
      'id',
      'family_id',
      'invited_as',
      'member_type',
      'created_at',
      'expires_at',
      'ended_at',
      'ended_by',
      'sign_in_id',
    ],
    left: { invited_by: OWN_NUMBER, address: 'invited_as, as messages are addressed' },
  },
  {
    file: 'messages',
    heading: 'data.index.messages',
    shown: [
      ['recipient', 'data.index.to'],
      ['created_at', 'data.index.created', 'time'],
      ['sent_at', 'ways.sent', 'time'],
    ],
    table: 'outbox_message',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'kind', 'channel', 'recipient', 'locale', 'created_at', 'attempts', 'next_at', 'sent_at'],
      ...['last_error', 'held_until', 'by_other'],
    ],
    left: { payload: 'sealed until it is sent, then deleted: it may hold a link that signs in' },
  },
  {
    file: 'console-sessions',
    heading: 'data.index.consoleSessions',
    shown: [
      ['agent', 'data.index.browser', 'browser'],
      ['created_at', 'data.index.created', 'time'],
      ['expires_at', 'data.index.ends', 'time'],
    ],
    table: 'admin_session',
    key: ['digest', 'bytea'],
    columns: ['agent', 'created_at', 'confirmed_at', 'expires_at'],
    left: { digest: SECRET },
  },
  {
    file: 'one-time-codes',
    heading: 'ways.types.oneTimeCodes',
    shown: [
      ['created_at', 'passkeys.added', 'time'],
      ['confirmed_at', 'account.validated', 'time'],
    ],
    table: 'totp',
    key: ['account_id', 'bigint'],
    columns: ['created_at', 'confirmed_at', 'sign_in_id'],
    left: {
      ...{ sealed: SECRET },
      last_step: 'counts the codes that were taken, so that none is taken twice',
      refused: 'counts wrong codes',
    },
  },
  {
    file: 'recovery-codes',
    heading: 'ways.types.recoveryCodes',
    table: 'recovery_code',
    key: ['digest', 'bytea'],
    columns: ['created_at'],
    left: { digest: SECRET },
  },
  {
    file: 'trusted-browsers',
    heading: 'factors.trusted',
    shown: [
      ['agent', 'data.index.browser', 'browser'],
      ['created_at', 'passkeys.added', 'time'],
      ['expires_at', 'data.index.ends', 'time'],
    ],
    table: 'trusted_browser',
    key: ['digest', 'bytea'],
    columns: ['agent', 'created_at', 'expires_at', 'sign_in_id'],
    left: { digest: SECRET },
  },
  {
    file: 'console-sign-ins',
    heading: 'data.index.consoleSignIns',
    table: 'held_administrator',
    key: ['digest', 'bytea'],
    columns: ['created_at', 'expires_at'],
    left: { digest: SECRET },
  },
  {
    file: 'passkeys',
    heading: 'passkeys.title',
    shown: [
      ['name', 'passkeys.name'],
      ['created_at', 'passkeys.added', 'time'],
      ['last_used_at', 'account.lastUsed', 'time'],
    ],
    table: 'passkey',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'name', 'rp_id', 'transports', 'is_synced', 'is_backed_up', 'counter', 'created_at'],
      'last_used_at',
      'sign_in_id',
    ],
    left: {
      credential_id: 'names the passkey to the device that has it',
      user_handle: 'a random number that stands for the account on the device',
      public_key: 'checks what the passkey signs',
    },
  },
  {
    file: 'passkeys-out-of-use',
    heading: 'data.index.passkeysOutOfUse',
    table: 'suspended_passkey',
    key: ['id', 'bigint'],
    columns: [
      'id',
      ['kept', `jsonb_build_object('name', t.kept -> 'name')`],
      'suspended_at',
      'is_password_replaced',
    ],
  },
  {
    file: 'sign-ins',
    heading: 'data.index.signIns',
    shown: [
      ['at', 'data.index.at', 'time'],
      ['agent', 'data.index.browser', 'browser'],
    ],
    table: 'sign_in',
    key: ['id', 'bigint'],
    columns: ['id', 'began_id', 'at', 'methods', 'rank', 'agent'],
  },
  {
    file: 'device-passwords',
    heading: 'devicePasswords.title',
    shown: [
      ['name', 'passkeys.name'],
      ['client_id', 'data.index.app', 'client'],
      ['created_at', 'devicePasswords.created', 'time'],
      ['last_used_at', 'account.lastUsed', 'time'],
    ],
    table: 'device_password',
    key: ['id', 'bigint'],
    columns: [client('client_id'), 'id', 'name', 'created_at', 'last_used_at', 'sign_in_id'],
    left: { digest: SECRET },
  },
  {
    file: 'hand-overs',
    heading: 'data.index.handOvers',
    table: 'family_hand_over',
    of: 't.account_id = $1 OR t.next_id = $1',
    key: ['family_id', 'bigint'],
    columns: [
      ...['family_id', 'asked_at', 'begins_at'],
      ownAlone('account_id'),
      ownAlone('next_id'),
      ownAlone('sign_in_id', 'account_id'),
    ],
    left: {},
  },
  {
    file: 'recovery',
    heading: 'ways.types.recovery',
    table: 'factor_recovery',
    key: ['account_id', 'bigint'],
    columns: ['started_at', 'ready_at', 'ends_at', 'by_administrator', 'stopped_at'],
  },
  {
    file: 'codes',
    heading: 'data.index.codes',
    table: 'authorization_code',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      'redirect_uri',
      'scope',
      'claims',
      RESOURCES,
      'auth_time',
      'methods',
      'expires_at',
      'used_at',
      'grant_id',
      'sign_in_id',
    ],
    left: {
      ...{ digest: SECRET, code_challenge: 'a digest of a secret of the application' },
      ...{ nonce: 'a secret of the application', sid: 'names the sign-in to the application' },
      dpop_jkt: 'recognizes a key of the application',
    },
  },
  {
    file: 'authorizations',
    heading: 'data.index.authorizations',
    table: 'authorization_context',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      'document_url',
      ...[
        'redirect_uri',
        'scope',
        RESOURCES,
        'prompt',
        'login_hint',
        'ui_locales',
        'max_age',
        'acr_values',
        'is_acr_needed',
        'claims',
        'response_type',
      ],
      ...['response_mode', 'signed_in_at', 'methods', 'expires_at'],
      'sign_in_id',
    ],
    left: {
      ...{ digest: SECRET, browser_digest: SECRET },
      ...{ state: 'a secret of the application', nonce: 'a secret of the application' },
      ...{
        code_challenge: 'a digest of a secret of the application',
        sid: 'names the sign-in to the application',
      },
      dpop_jkt: 'recognizes a key of the application',
      hinted_account_id: 'the account that the application named, which is this one or nobody',
    },
  },
  {
    file: 'device-authorizations',
    heading: 'data.index.deviceAuthorizations',
    table: 'device_authorization',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      'scope',
      RESOURCES,
      'auth_time',
      'methods',
      'polled_at',
      'expires_at',
      'used_at',
      'sign_in_id',
    ],
    left: {
      ...{ digest: SECRET, user_code_digest: SECRET },
      ...{
        interval_seconds: 'how often the application may ask',
        denied_at: 'empty where someone allowed it',
      },
    },
  },
  {
    file: 'validation-tokens',
    heading: 'data.index.validationTokens',
    table: 'validation_token',
    key: ['digest', 'bytea'],
    columns: [client('client_id'), client('audience_id'), 'expires_at'],
    left: { digest: SECRET },
  },
];

export const SOURCES: readonly Source[] = GIVEN.map((source) =>
  source.of === undefined
    ? { ...source, of: 't.account_id = $1', left: { account_id: OWN_NUMBER, ...source.left } }
    : { ...source, of: source.of, left: source.left ?? {} },
);
