import { ForwardMigration } from './forward-migration.js';

const indexesOf = (table: string, ...columns: string[]): string[] =>
  columns.map((column) => `CREATE INDEX ${table}_${column}_idx ON ${table} (${column})`);

/**
 * The tables of a new server. It replaces the first 27 migrations and has the name of the last one: a database that ran
 * them all goes on, and one that ran only some is refused (`run-migrations.ts`).
 */
export class People1795490000000 extends ForwardMigration {
  readonly name = 'People1795490000000';
  override readonly statements = [
    `CREATE TABLE ruleset (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, description text NOT NULL DEFAULT '',
      patterns text[] NOT NULL, is_shipped boolean NOT NULL DEFAULT false,
      CONSTRAINT ruleset_name_key UNIQUE (name)
    )`,

    `CREATE TABLE client (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, client_id text NOT NULL, name text NOT NULL,
      ruleset_id bigint NOT NULL REFERENCES ruleset, client_type text NOT NULL,
      profile text NOT NULL DEFAULT 'interface', redirect_urls text[] NOT NULL DEFAULT '{}',
      is_privileged boolean NOT NULL DEFAULT false, keeps_refresh_token boolean NOT NULL DEFAULT false,
      access_lifetime_seconds integer, refresh_lifetime_seconds integer, is_disabled boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL, jwks jsonb, jwks_url text, assertion_issuer text, provisions text,
      server_networks text[] NOT NULL DEFAULT '{}', homepage_url text,
      rotates_refresh_token boolean NOT NULL DEFAULT false, id_token_signing_alg text NOT NULL DEFAULT 'RS256',
      backchannel_logout_uri text,
      CONSTRAINT client_profile_check CHECK (profile IN ('interface', 'strict')),
      CONSTRAINT client_type_check CHECK (client_type IN ('confidential', 'public')),
      CONSTRAINT client_client_id_key UNIQUE (client_id),
      CONSTRAINT client_provisions_check CHECK (provisions IN ('all', 'own')),
      CONSTRAINT client_id_token_signing_alg_check CHECK (id_token_signing_alg IN ('RS256', 'ES256'))
    )`,
    ...indexesOf('client', 'ruleset_id'),
    `CREATE TABLE client_secret (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE, scheme text NOT NULL, verifier bytea NOT NULL,
      created_at timestamptz NOT NULL, expires_at timestamptz, last_used_at timestamptz, recognition bytea,
      CONSTRAINT client_secret_scheme_check CHECK (scheme IN ('sha256', 'bcrypt'))
    )`,
    ...indexesOf('client_secret', 'client_id'),

    `CREATE TABLE legacy_use (
      client_id bigint REFERENCES client ON DELETE CASCADE, feature text, last_used_at timestamptz NOT NULL,
      PRIMARY KEY (client_id, feature)
    )`,

    `CREATE TABLE account (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, country_code text, locale text,
      status text NOT NULL DEFAULT 'pending', password_hash text, created_at timestamptz NOT NULL,
      last_login_at timestamptz, role text, created_by bigint REFERENCES client ON DELETE SET NULL,
      known_networks bytea[] NOT NULL DEFAULT '{}', deletes_at timestamptz,
      CONSTRAINT account_active_has_password_check CHECK (status <> 'active' OR password_hash IS NOT NULL),
      CONSTRAINT account_status_check CHECK (status IN ('pending', 'active', 'disabled')),
      CONSTRAINT account_role_check CHECK (role IN ('administrator', 'support'))
    )`,
    `CREATE INDEX account_name_search_idx ON account ((lower(name) COLLATE "C"), id)`,
    `CREATE INDEX account_status_idx ON account (status, id)`,
    `CREATE INDEX account_role_idx ON account (role, id) WHERE role IS NOT NULL`,
    `CREATE INDEX account_created_by_idx ON account (created_by) WHERE created_by IS NOT NULL`,
    `CREATE INDEX account_deletes_at_idx ON account (deletes_at) WHERE deletes_at IS NOT NULL`,
    `CREATE TABLE account_identifier (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE, type text NOT NULL, value text NOT NULL,
      normalized text NOT NULL, is_validated boolean NOT NULL DEFAULT false, issuer text NOT NULL DEFAULT '',
      CONSTRAINT account_identifier_issuer_check CHECK (issuer = '' OR type = 'ExternalId'),
      CONSTRAINT account_identifier_normalized_issuer_key UNIQUE (normalized, issuer),
      CONSTRAINT account_identifier_space_check CHECK (issuer <> '' OR (NOT starts_with(normalized, type || ':') AND normalized !~ '^[0-9]{5,15}$'))
    )`,
    `CREATE INDEX account_identifier_search_idx ON account_identifier ((normalized COLLATE "C"), account_id)`,
    `CREATE INDEX account_identifier_account_id_idx ON account_identifier (account_id, id)`,

    `CREATE TABLE family (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
      premium_type smallint NOT NULL DEFAULT '0', calendar_service boolean NOT NULL DEFAULT true,
      location_service boolean NOT NULL DEFAULT true, autotracking_service boolean NOT NULL DEFAULT false,
      message_service boolean NOT NULL DEFAULT true, photo_service boolean NOT NULL DEFAULT true,
      video_service boolean NOT NULL DEFAULT true, audio_service boolean NOT NULL DEFAULT true,
      task_service boolean NOT NULL DEFAULT true, picture_key text, created_at timestamptz NOT NULL,
      created_by bigint REFERENCES client ON DELETE SET NULL,
      CONSTRAINT family_premium_type_check CHECK (premium_type BETWEEN 0 AND 2)
    )`,
    `CREATE INDEX family_name_search_idx ON family ((lower(name) COLLATE "C"), id)`,
    `CREATE INDEX family_created_by_idx ON family (created_by) WHERE created_by IS NOT NULL`,
    `CREATE TABLE family_member (
      family_id bigint REFERENCES family, account_id bigint REFERENCES account ON DELETE CASCADE,
      member_type smallint NOT NULL DEFAULT '0', created_at timestamptz NOT NULL,
      invited_by bigint REFERENCES account ON DELETE SET NULL,
      PRIMARY KEY (family_id, account_id),
      CONSTRAINT family_member_type_check CHECK (member_type BETWEEN 0 AND 2)
    )`,
    `CREATE UNIQUE INDEX family_member_one_founder_key ON family_member (family_id) WHERE member_type = 2`,
    `CREATE INDEX family_member_account_id_idx ON family_member (account_id, family_id)`,
    `CREATE INDEX family_member_invited_by_idx ON family_member (invited_by) WHERE invited_by IS NOT NULL`,
    `CREATE TABLE picture (
      key text PRIMARY KEY, family_id bigint NOT NULL REFERENCES family ON DELETE CASCADE, webp bytea NOT NULL
    )`,
    `CREATE UNIQUE INDEX picture_family_id_key ON picture (family_id)`,

    `CREATE TABLE outbox_message (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL,
      account_id bigint REFERENCES account ON DELETE CASCADE, channel text NOT NULL, recipient text NOT NULL,
      locale text NOT NULL, payload bytea, created_at timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 0,
      next_at timestamptz, sent_at timestamptz, last_error text,
      CONSTRAINT outbox_message_channel_check CHECK (channel IN ('email', 'sms', 'handover', 'backchannel'))
    )`,
    ...indexesOf('outbox_message', 'account_id'),
    `CREATE INDEX outbox_message_next_at_idx ON outbox_message (next_at) WHERE next_at IS NOT NULL`,
    `CREATE INDEX outbox_message_waiting_idx ON outbox_message (id) WHERE next_at IS NOT NULL`,
    `CREATE INDEX outbox_message_failed_idx ON outbox_message (id) WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NOT NULL`,
    `CREATE INDEX outbox_message_handover_idx ON outbox_message (id) WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NULL`,
    `CREATE INDEX outbox_message_sent_at_idx ON outbox_message (sent_at, id) WHERE sent_at IS NOT NULL`,

    `CREATE TABLE invitation (
      digest bytea PRIMARY KEY, kind text NOT NULL, account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
      identifier_id bigint REFERENCES account_identifier ON DELETE CASCADE,
      family_id bigint REFERENCES family ON DELETE SET NULL, client_id bigint REFERENCES client ON DELETE SET NULL,
      created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz, new_type text,
      new_value text, member_type smallint, invited_by bigint REFERENCES account ON DELETE SET NULL, invited_as text,
      CONSTRAINT invitation_new_value_check CHECK ((new_value IS NULL) = (identifier_id IS NOT NULL)),
      CONSTRAINT invitation_kind_check CHECK (kind IN ('invitation', 'confirmation', 'addition', 'reset', 'membership')),
      CONSTRAINT invitation_address_check CHECK ((identifier_id IS NULL) = (kind IN ('addition', 'confirmation'))),
      CONSTRAINT invitation_member_type_check CHECK ((member_type IS NULL) = (kind <> 'membership'))
    )`,
    ...indexesOf('invitation', 'account_id', 'identifier_id', 'family_id', 'client_id', 'expires_at'),
    `CREATE INDEX invitation_invited_by_idx ON invitation (invited_by) WHERE invited_by IS NOT NULL`,
    `CREATE INDEX invitation_of_members_idx ON invitation (expires_at) WHERE invited_as IS NOT NULL AND kind = 'invitation' AND used_at IS NULL`,

    `CREATE TABLE session (
      digest bytea PRIMARY KEY, account_id bigint REFERENCES account ON DELETE CASCADE, data jsonb NOT NULL,
      expires_at timestamptz NOT NULL, client_id bigint REFERENCES client ON DELETE CASCADE
    )`,
    ...indexesOf('session', 'account_id', 'expires_at'),
    `CREATE INDEX session_client_id_idx ON session (client_id) WHERE client_id IS NOT NULL`,

    `CREATE TABLE sign_in_throttle (
      key bytea PRIMARY KEY, failures integer NOT NULL, window_started_at timestamptz NOT NULL,
      last_failed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('sign_in_throttle', 'expires_at'),

    // Unlogged: a nonce matters for five minutes, and this table gets a row for each MAC call. After a crash of
    // PostgreSQL it is empty, so that a request of those minutes could be replayed once; see docs/reference/security.md.
    `CREATE UNLOGGED TABLE mac_nonce (digest bytea PRIMARY KEY, expires_at timestamptz NOT NULL)`,
    ...indexesOf('mac_nonce', 'expires_at'),

    `CREATE TABLE authorization_context (
      digest bytea PRIMARY KEY, browser_digest bytea NOT NULL,
      client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE, redirect_uri varchar(2048) NOT NULL,
      state varchar(12288), scope varchar(255), code_challenge varchar(43), prompt varchar(255),
      login_hint varchar(255), ui_locales varchar(255), account_id bigint REFERENCES account ON DELETE CASCADE,
      expires_at timestamptz NOT NULL, nonce varchar(255), max_age integer, signed_in_at timestamptz,
      response_mode text, hinted_account_id bigint, sid varchar(43), response_type text NOT NULL DEFAULT 'code',
      CONSTRAINT authorization_context_response_type_check CHECK (response_type IN ('code', 'id_token'))
    )`,
    ...indexesOf('authorization_context', 'client_id', 'account_id', 'expires_at'),

    `CREATE TABLE consent (
      account_id bigint REFERENCES account ON DELETE CASCADE, client_id bigint REFERENCES client ON DELETE CASCADE,
      scopes text[] NOT NULL, created_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, client_id)
    )`,
    ...indexesOf('consent', 'client_id'),

    `CREATE TABLE authorization_code (
      digest bytea PRIMARY KEY, client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE,
      account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE, redirect_uri varchar(2048) NOT NULL,
      scope varchar(255), code_challenge varchar(43), expires_at timestamptz NOT NULL, used_at timestamptz,
      grant_id bigint, nonce varchar(255), auth_time timestamptz, sid varchar(43)
    )`,
    ...indexesOf('authorization_code', 'client_id', 'account_id', 'expires_at'),

    `CREATE TABLE signing_key (
      kid text PRIMARY KEY, private_key bytea NOT NULL, public_key jsonb NOT NULL, created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('signing_key', 'expires_at'),

    `CREATE TABLE account_link (
      digest bytea PRIMARY KEY, client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE, issuer text NOT NULL,
      subject text NOT NULL, label text NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('account_link', 'client_id', 'expires_at'),

    `CREATE TABLE assertion_use (digest bytea PRIMARY KEY, expires_at timestamptz NOT NULL)`,
    ...indexesOf('assertion_use', 'expires_at'),

    `CREATE TABLE validation_token (
      digest bytea PRIMARY KEY, account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
      client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE,
      audience_id bigint REFERENCES client ON DELETE CASCADE, expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('validation_token', 'account_id', 'client_id', 'audience_id', 'expires_at'),

    `CREATE TABLE web_state (
      cipher_digest bytea PRIMARY KEY, secret_digest bytea NOT NULL,
      client_id bigint REFERENCES client ON DELETE CASCADE, session_digest bytea,
      mismatches integer NOT NULL DEFAULT 0, validated_at timestamptz, expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('web_state', 'client_id'),
    `CREATE UNIQUE INDEX web_state_session_digest_key ON web_state (session_digest)`,
    ...indexesOf('web_state', 'expires_at'),

    `CREATE TABLE admin_session (
      digest bytea PRIMARY KEY, account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
      created_at timestamptz NOT NULL, confirmed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL
    )`,
    ...indexesOf('admin_session', 'account_id', 'expires_at'),
    `CREATE TABLE setup_code (digest bytea PRIMARY KEY, expires_at timestamptz NOT NULL)`,
    ...indexesOf('setup_code', 'expires_at'),

    `CREATE TABLE node (
      name text PRIMARY KEY, version text NOT NULL, started_at timestamptz NOT NULL, seen_at timestamptz NOT NULL
    )`,
    ...indexesOf('node', 'seen_at'),

    // Unlogged: each row matters for minutes, and nobody waits for a disk while it is locked. After a crash of
    // PostgreSQL the table is empty, and all budgets are full again.
    `CREATE UNLOGGED TABLE budget (key bytea PRIMARY KEY, refilled_at timestamptz NOT NULL)`,

    // A refresh finds room on the page of its row, and dead rows are cleared at 2 % instead of 20 (D205).
    `CREATE TABLE token_grant (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint REFERENCES account ON DELETE CASCADE,
      client_id bigint NOT NULL REFERENCES client ON DELETE CASCADE, created_at timestamptz NOT NULL,
      ends_at timestamptz, refreshed_at timestamptz, auth_time timestamptz, valid_from timestamptz,
      revoked_at timestamptz, generation integer NOT NULL DEFAULT 0, grace_floor integer NOT NULL DEFAULT 0,
      ends_on date, anchor bytea, refresh_digest bytea, refreshed_from inet, token_type text NOT NULL, scope text,
      device_id text, sid varchar(43), sealed_secret bytea,
      CONSTRAINT token_grant_own_check CHECK ((account_id IS NULL) = (sealed_secret IS NOT NULL)),
      CONSTRAINT token_grant_token_type_check CHECK (token_type IN ('bearer', 'mac'))
    ) WITH (fillfactor = 88, autovacuum_vacuum_scale_factor = 0.02)`,
    `CREATE INDEX token_grant_account_id_idx ON token_grant (account_id) WHERE account_id IS NOT NULL`,
    `CREATE INDEX token_grant_client_id_idx ON token_grant (client_id, id)`,
    ...indexesOf('token_grant', 'ends_on'),
    `CREATE UNIQUE INDEX token_grant_own_key ON token_grant (client_id) WHERE account_id IS NULL AND revoked_at IS NULL`,
    `CREATE TABLE ended_token (
      grant_id bigint REFERENCES token_grant ON DELETE CASCADE, issue bigint, scope integer,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (grant_id, issue, scope)
    )`,
    ...indexesOf('ended_token', 'expires_at'),

    `CREATE TABLE instance_secret (id smallint PRIMARY KEY CONSTRAINT instance_secret_one_check CHECK (id = 1), secret bytea NOT NULL)`,
    `CREATE TABLE heartbeat (id smallint PRIMARY KEY CONSTRAINT heartbeat_one_check CHECK (id = 1), at timestamptz NOT NULL)`,
    `CREATE TABLE silence (began_at timestamptz PRIMARY KEY, ended_at timestamptz NOT NULL)`,
    ...indexesOf('silence', 'ended_at'),

    `CREATE TABLE audit_event (
      at timestamptz NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, class text NOT NULL, action text NOT NULL,
      outcome text NOT NULL, client_id text, account_id bigint, target text, address text, details jsonb,
      PRIMARY KEY (at, id, class)
    ) PARTITION BY LIST (class)`,
    `CREATE INDEX audit_event_action_idx ON audit_event (action, at, id)`,
    `CREATE INDEX audit_event_account_idx ON audit_event (account_id, at, id) WHERE account_id IS NOT NULL`,
    `CREATE INDEX audit_event_client_idx ON audit_event (client_id, at, id) WHERE client_id IS NOT NULL`,
    `CREATE INDEX audit_event_target_idx ON audit_event (target, at, id) WHERE target IS NOT NULL`,
    `CREATE INDEX audit_event_refused_idx ON audit_event (at, id) WHERE outcome = 'refused'`,

    // By class, then month: what is past its retention is dropped, not deleted row by row. This month and the three ahead.
    `DO $$
    DECLARE
      class text;
      month date;
    BEGIN
      FOREACH class IN ARRAY '{signin,token,consent,account,provisioning,administration}'::text[] LOOP
        EXECUTE format('CREATE TABLE audit_event_%s PARTITION OF audit_event FOR VALUES IN (%L) PARTITION BY RANGE (at)', class, class);
        FOR ahead IN 0..3 LOOP
          month := date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month';
          EXECUTE format('CREATE TABLE audit_event_%s_%s PARTITION OF audit_event_%s FOR VALUES FROM (%L) TO (%L)',
            class, to_char(month, 'YYYY_MM'), class, month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
        END LOOP;
      END LOOP;
    END $$`,

    `CREATE TABLE audit_filter (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, filters jsonb NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    `CREATE UNIQUE INDEX audit_filter_name_key ON audit_filter (name)`,

    `CREATE TABLE hourly_count (hour timestamptz, kind text, count bigint NOT NULL, PRIMARY KEY (hour, kind))`,
    `CREATE TABLE active_accounts (
      span text, starts_at timestamptz, node text, sketch bytea NOT NULL, expires_at timestamptz NOT NULL,
      PRIMARY KEY (span, starts_at, node)
    )`,

    `CREATE TABLE brand_image (key text PRIMARY KEY, png bytea NOT NULL, unused_since timestamptz)`,
    `CREATE INDEX brand_image_unused_since_idx ON brand_image (unused_since) WHERE unused_since IS NOT NULL`,
    `CREATE TABLE branding (
      owner bigint, stage text, client_id bigint REFERENCES client ON DELETE CASCADE, name text, accent_light text,
      accent_dark text, logo text, logo_dark text, icon text, sender_name text, signature text, terms_url text,
      privacy_url text, support_url text, password_note text,
      PRIMARY KEY (owner, stage),
      CONSTRAINT branding_owner_check CHECK (owner = coalesce(client_id, 0)),
      CONSTRAINT branding_stage_check CHECK (stage IN ('live', 'draft'))
    )`,
    `CREATE INDEX branding_client_id_idx ON branding (client_id) WHERE client_id IS NOT NULL`,
  ];
}
