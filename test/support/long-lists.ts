import { rows } from './database-rows.js';
import { configure } from './elsewhere.js';
import type { TestServer } from './start-app.js';

const TEN_WORDS = 'Photo Album by Lumière and Söhne Cloud Services for Families';
const TEN_NAMES = 'Maria Anna Sophie Elisabeth von und zu Hohenlohe Langenburg Weikersheim';
const ERROR =
  '550 5.7.1 the recipient’s server refused the message: it takes none from this address before Monday';
/** Of each list. */
const COUNT = 24;

/** A server whose lists of the console have more rows than a screen; every third has a name of ten words. */
export async function fillLists(server: TestServer): Promise<void> {
  const now = server.clock.now();
  const n = `generate_series(1, ${COUNT}) AS n`;
  const long = (name: string, other: string) =>
    `CASE WHEN n % 3 = 0 THEN '${name}' ELSE ${other} END || CASE WHEN n % 3 = 0 THEN ' ' || n ELSE '' END`;
  const ago = `$1::timestamptz - n * interval '37 minutes'`;
  const made: [string, unknown[]?][] = [
    [
      `INSERT INTO account (name, status, created_at, last_login_at, locale, country_code)
        SELECT ${long(TEN_NAMES, `'Tomasz van der Berg ' || n`)}, 'pending', ${ago}, CASE WHEN n % 2 = 0 THEN ${ago} END, 'en', 'DE' FROM ${n}`,
    ],
    [
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated)
        SELECT id, 'Email', 'tomasz.vanderberg.' || id || '@mail.example', 'tomasz.vanderberg.' || id || '@mail.example', true
          FROM account WHERE name LIKE 'Tomasz%' OR name LIKE 'Maria Anna%'`,
    ],
    [`INSERT INTO family (name, created_at) SELECT ${long(TEN_NAMES, `'Berger ' || n`)}, ${ago} FROM ${n}`],
    [
      `INSERT INTO ruleset (name, description, patterns, is_shipped)
        SELECT 'PROVISIONING_' || n, ${long(TEN_WORDS, `'Reads families'`)}, '{accgetuser,famlist,provgetaccount,provcreateaccount,!provdeleteaccount}', false FROM ${n}`,
    ],
    [
      `INSERT INTO client (client_id, name, ruleset_id, client_type, profile, is_privileged, created_at)
        SELECT 'provisioning-of-' || n, ${long(TEN_WORDS, `'Portal ' || n`)}, (SELECT id FROM ruleset WHERE name = 'PROVISIONING'),
               'public', 'strict', n % 6 = 0, ${ago} FROM ${n}`,
    ],
    [
      `INSERT INTO token_grant (account_id, client_id, created_at, ends_at, refreshed_at, refreshed_from, generation, token_type, device_id)
        SELECT a.id, c.id, a.created_at, a.created_at + interval '90 days', a.created_at, '192.0.2.7', 3, 'bearer', 'living-room-television-' || a.id
          FROM account a, client c WHERE c.client_id = 'provisioning-of-3' AND (a.name LIKE 'Tomasz%' OR a.name LIKE 'Maria Anna%')`,
    ],
    [
      `INSERT INTO webhook (id, client_id, url, events, is_enabled, sealed_secret, failures, created_at)
        SELECT gen_random_uuid(), id, 'https://hooks.provisioning.example/families/' || client_id, '{account.created,account.updated,account.deleted,family.created,family.deleted}', true, '', 0, created_at
          FROM client WHERE client_id LIKE 'provisioning-of-%'`,
    ],
    [
      `INSERT INTO outbox_message (kind, account_id, channel, recipient, locale, created_at, last_error, attempts)
        SELECT 'confirmation', id, 'email', 'tomasz.vanderberg.' || id || '@mail.example', 'en', created_at, CASE WHEN id % 2 = 0 THEN '${ERROR}' END, 3
          FROM account WHERE name LIKE 'Tomasz%' OR name LIKE 'Maria Anna%'`,
    ],
    [
      `INSERT INTO protected_resource (id, identifier, name, scopes, default_scopes, clients, introspection_clients)
        SELECT 'photos-' || n, 'https://photos-' || n || '.provisioning.example/api', ${long(TEN_WORDS, `'Photos ' || n`)},
               '{photos.read see your photos,photos.write change your photos}', '{photos.read}', '{*}', '{}' FROM ${n}`,
    ],
    [
      `INSERT INTO client (client_id, name, ruleset_id, client_type, profile, is_privileged, kind, created_at)
        SELECT 'https://notes-' || n || '.applications.example/oauth/client.json', 'notes-' || n || '.applications.example',
               (SELECT id FROM ruleset WHERE name = 'UNREGISTERED'), 'public', 'strict', false, 'document', ${ago} FROM ${n}`,
    ],
    [
      `INSERT INTO consent (account_id, client_id, scopes, created_at)
        SELECT (SELECT max(id) FROM account), id, '{openid}', created_at FROM client WHERE kind = 'document'`,
    ],
    [
      `INSERT INTO legacy_use SELECT id, 'code-without-pkce', created_at FROM client WHERE client_id LIKE 'provisioning-of-%'`,
    ],
  ];
  for (const [sql] of made) await rows(server, `${sql} RETURNING 1`, sql.includes('$1') ? [now] : []);
  for (let at = 1; at <= COUNT; at++)
    await configure(server, `https://accounts-${at}.identity.telecom.example`, {
      id: `provider-${at}`,
      name: at % 3 === 0 ? `${TEN_WORDS} ${at}`.slice(0, 60) : `Telecom ${at}`,
    });
  const events = `INSERT INTO audit_event (at, class, action, outcome, account_id, client_id, target, address)
      SELECT $1, 'administration', 'client.updated', CASE WHEN n % 4 = 0 THEN 'refused' ELSE 'ok' END,
             (SELECT id FROM account WHERE name LIKE 'Maria Anna%' ORDER BY id LIMIT 1), NULL, 'client:provisioning-of-3',
             CASE WHEN n % 2 = 0 THEN '2001:db8:85a3:1234:5678:8a2e:370:7334' ELSE '192.0.2.7' END FROM ${n} RETURNING 1`;
  await rows(server, events, [now]);
}
