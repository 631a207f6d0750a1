import { originName } from '../../oauth/tokens/grant-origin.js';

/** Where a person's data is: what of which table is in the download, and why something is not (D237). */

/** A part of a table, as one file of the download. */
export interface Source {
  readonly file: string;
  readonly table: string;
  /** SQL over `t`: the rows that are about the account $1. */
  readonly of: string;
  /** A unique column, by which the rows are read in parts, and its type. */
  readonly key: readonly [column: string, type: 'bigint' | 'bytea'];
  /** Columns as they are, or SQL over `t` in their place. */
  readonly columns: readonly (string | readonly [column: string, sql: string])[];
  readonly left: Readonly<Record<string, string>>;
}

const OWN_NUMBER = 'the number of the account, which the file is about';
const SECRET = 'a digest of a secret that opens something';
const RECOGNIZES = 'the server recognizes tokens by it';

const client = (column: string) =>
  [column, `(SELECT c.client_id FROM client c WHERE c.id = t.${column})`] as const;

/** Numbers of others stay out: a column is told where it, or the one that says whose it is, names the account. */
const ownAlone = (column: string, owner = column) =>
  [column, `CASE WHEN t.${owner} = $1 THEN t.${column} END`] as const;

export const SOURCES: readonly Source[] = [
  {
    file: 'account',
    table: 'account',
    of: 't.id = $1',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'name', 'country_code', 'locale', 'time_zone', 'status', 'role', 'created_at', 'last_login_at', 'deletes_at', 'held_until'],
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
    table: 'account_identifier',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'type', 'value', 'normalized', 'issuer', 'is_validated', 'added_at', 'suspended_at', 'sign_in_id'],
      ...['confirmed_at', 'put_back_at', 'is_password_replaced'],
    ],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'memberships',
    table: 'family_member',
    of: 't.account_id = $1',
    key: ['family_id', 'bigint'],
    columns: ['family_id', 'member_type', 'invited_by', 'created_at'],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'families',
    table: 'family',
    of: 't.id IN (SELECT m.family_id FROM family_member m WHERE m.account_id = $1)',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'name', 'premium_type', 'calendar_service', 'location_service', 'autotracking_service'],
      ...['message_service', 'photo_service', 'video_service', 'audio_service', 'task_service', 'created_at'],
      client('created_by'),
    ],
    left: { picture_key: 'the picture itself is under pictures/' },
  },
  {
    file: 'sessions',
    table: 'session',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      ['data', `jsonb_build_object('signedInAt', t.data -> 'signedInAt', 'agent', t.data -> 'agent')`],
      ...['expires_at', 'device_password_id'],
    ],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'grants',
    table: 'token_grant',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: [
      client('client_id'),
      ...['id', 'created_at', 'ends_at', 'refreshed_at', 'auth_time', 'methods', 'valid_from', 'revoked_at', 'refreshed_from'],
      ...['token_type', 'scope', 'device_id', 'device_password_id'],
      ['origin', originName('t.origin')], 'sign_in_id'],
    left: {
      account_id: OWN_NUMBER,
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
    table: 'consent',
    of: 't.account_id = $1',
    key: ['client_id', 'bigint'],
    columns: [client('client_id'), 'scopes', 'created_at', 'given'],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'links',
    table: 'invitation',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      ...['kind', 'identifier_id', 'new_type', 'new_value', 'family_id', 'member_type', 'invited_by'],
      ...['about', 'created_at', 'expires_at', 'used_at', 'ended_by', 'sign_in_id', 'is_handed_over'],
    ],
    left: {
      account_id: OWN_NUMBER,
      digest: SECRET,
      invited_as: 'what the member who invited typed: it is among the data of that person',
      sent_id: 'what the member who invited sent: it is among the data of that person',
    },
  },
  {
    file: 'invitations-sent',
    table: 'sent_invitation',
    of: 't.invited_by = $1',
    key: ['id', 'bigint'],
    columns: ['id', 'family_id', 'invited_as', 'member_type', 'created_at', 'expires_at', 'ended_at', 'ended_by', 'sign_in_id'],
    left: { invited_by: OWN_NUMBER, address: 'invited_as, as messages are addressed' },
  },
  {
    file: 'messages',
    table: 'outbox_message',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'kind', 'channel', 'recipient', 'locale', 'created_at', 'attempts', 'next_at', 'sent_at'],
      ...['last_error', 'held_until', 'by_other'],
    ],
    left: { account_id: OWN_NUMBER, payload: 'sealed until it is sent, then deleted: it may hold a link that signs in' },
  },
  {
    file: 'console-sessions',
    table: 'admin_session',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: ['agent', 'created_at', 'confirmed_at', 'expires_at'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'one-time-codes',
    table: 'totp',
    of: 't.account_id = $1',
    key: ['account_id', 'bigint'],
    columns: ['created_at', 'confirmed_at', 'sign_in_id'],
    left: {
      ...{ account_id: OWN_NUMBER, sealed: SECRET },
      last_step: 'counts the codes that were taken, so that none is taken twice',
      refused: 'counts wrong codes',
    },
  },
  {
    file: 'recovery-codes',
    table: 'recovery_code',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: ['created_at'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'trusted-browsers',
    table: 'trusted_browser',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: ['agent', 'created_at', 'expires_at', 'sign_in_id'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'console-sign-ins',
    table: 'held_administrator',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: ['created_at', 'expires_at'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'passkeys',
    table: 'passkey',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: [
      ...['id', 'name', 'rp_id', 'transports', 'is_synced', 'is_backed_up', 'counter', 'created_at'],
      'last_used_at', 'sign_in_id'],
    left: {
      account_id: OWN_NUMBER,
      credential_id: 'names the passkey to the device that has it',
      user_handle: 'a random number that stands for the account on the device',
      public_key: 'checks what the passkey signs',
    },
  },
  {
    file: 'passkeys-out-of-use',
    table: 'suspended_passkey',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: ['id', ['kept', `jsonb_build_object('name', t.kept -> 'name')`], 'suspended_at', 'is_password_replaced'],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'sign-ins',
    table: 'sign_in',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: ['id', 'began_id', 'at', 'methods', 'rank', 'agent'],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'device-passwords',
    table: 'device_password',
    of: 't.account_id = $1',
    key: ['id', 'bigint'],
    columns: [client('client_id'), 'id', 'name', 'created_at', 'last_used_at', 'sign_in_id'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
  {
    file: 'hand-overs',
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
    table: 'factor_recovery',
    of: 't.account_id = $1',
    key: ['account_id', 'bigint'],
    columns: ['started_at', 'ready_at', 'ends_at', 'by_administrator', 'stopped_at'],
    left: { account_id: OWN_NUMBER },
  },
  {
    file: 'codes',
    table: 'authorization_code',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [client('client_id'), 'redirect_uri', 'scope', 'auth_time', 'methods', 'expires_at', 'used_at', 'grant_id', 'sign_in_id'],
    left: {
      ...{ account_id: OWN_NUMBER, digest: SECRET, code_challenge: 'a digest of a secret of the application' },
      ...{ nonce: 'a secret of the application', sid: 'names the sign-in to the application' },
      dpop_jkt: 'recognizes a key of the application',
    },
  },
  {
    file: 'authorizations',
    table: 'authorization_context',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [
      client('client_id'),
      ...['redirect_uri', 'scope', 'prompt', 'login_hint', 'ui_locales', 'max_age', 'acr_values', 'response_type'],
      ...['response_mode', 'signed_in_at', 'methods', 'expires_at'], 'sign_in_id'],
    left: {
      ...{ account_id: OWN_NUMBER, digest: SECRET, browser_digest: SECRET },
      ...{ state: 'a secret of the application', nonce: 'a secret of the application' },
      ...{ code_challenge: 'a digest of a secret of the application', sid: 'names the sign-in to the application' },
      dpop_jkt: 'recognizes a key of the application',
      hinted_account_id: 'the account that the application named, which is this one or nobody',
    },
  },
  {
    file: 'device-authorizations',
    table: 'device_authorization',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [client('client_id'), 'scope', 'auth_time', 'methods', 'polled_at', 'expires_at', 'used_at', 'sign_in_id'],
    left: {
      ...{ account_id: OWN_NUMBER, digest: SECRET, user_code_digest: SECRET },
      ...{ interval_seconds: 'how often the application may ask', denied_at: 'empty where somebody allowed it' },
    },
  },
  {
    file: 'validation-tokens',
    table: 'validation_token',
    of: 't.account_id = $1',
    key: ['digest', 'bytea'],
    columns: [client('client_id'), client('audience_id'), 'expires_at'],
    left: { account_id: OWN_NUMBER, digest: SECRET },
  },
];
