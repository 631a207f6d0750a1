import { isEmail } from 'class-validator';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { QueryRunner } from 'typeorm';
import { SettingsError } from '../../config/settings-error.js';
import { ForwardMigration } from './forward-migration.js';

const PAGE = 10_000;
const NAMED = 50;

/** What may have another form from now on: all but names without quotes at hosts of plain ASCII. */
const other = (column: string): string =>
  `strpos(${column}, '@') > 0 AND (${column} !~ '^[ !#-~][ -~]*@[a-z0-9.-]+$' OR ${column} ~ '@.*xn--')`;
const READ = `SELECT "id", "type", "value", "normalized" FROM "account_identifier"
  WHERE "id" > $1 AND "issuer" = '' AND ${other('"normalized"')} ORDER BY "id" LIMIT ${PAGE}`;
const KEEP = `INSERT INTO "email_form" ("id", "normalized", "type", "value", "form", "reads")
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;
/** By what is read, the rows that would share it. */
const CONFLICTS = `
  WITH asked AS (SELECT DISTINCT "reads" FROM "email_form"),
       every AS (
         SELECT f."reads", f."id" FROM "email_form" f
         UNION ALL
         SELECT i."normalized", i."id" FROM "account_identifier" i JOIN asked ON asked."reads" = i."normalized"
          WHERE i."issuer" = '' AND NOT EXISTS (SELECT FROM "email_form" f WHERE f."id" = i."id"))
  SELECT every."reads", json_agg(json_build_object('id', i."id"::text, 'account', i."account_id"::text, 'type', i."type", 'value', i."value") ORDER BY i."id") AS "who"
    FROM every JOIN "account_identifier" i ON i."id" = every."id"
   GROUP BY every."reads" HAVING count(*) > 1 ORDER BY min(i."id") LIMIT ${NAMED + 1}`;
/** What a node of the version before changed meanwhile is left to the second time. */
const CHANGE = `UPDATE "account_identifier" i SET "type" = f."type", "value" = f."value", "normalized" = f."form"
  FROM "email_form" f WHERE f."id" = i."id" AND f."normalized" = i."normalized"`;

/** Beside the identifiers, where an address waits to become one or is compared with one. */
const COPIES = [
  { table: 'invitation', column: 'new_value', isEmail: `"new_type" = 'Email'` },
  { table: 'sent_invitation', column: 'address', isEmail: 'true' },
  { table: 'outbox_message', column: 'recipient', isEmail: `"channel" = 'email'` },
] as const;

interface Row {
  readonly id: string;
  readonly type: string;
  readonly value: string;
  readonly normalized: string;
}

interface Conflict {
  readonly reads: string;
  readonly who: readonly (Pick<Row, 'id' | 'type' | 'value'> & { readonly account: string })[];
}

/**
 * An e-mail address has one form. Where accounts have the same by it, or one that reads the same, nothing is changed: the
 * start ends with their names, and the version before goes on. What is no address by it becomes an identifier of no
 * particular kind: it signs in as before, and gets no mail.
 *
 * No table is locked, which a million accounts would wait eight seconds for. What nodes of the version before write
 * meanwhile is found by the second time, once the constraint is there (1795664000000, 1795664100000).
 */
export class EmailAddresses1795640000000 extends ForwardMigration {
  readonly name = 'EmailAddresses1795640000000';

  override async up(runner: QueryRunner): Promise<void> {
    await putInOneForm(runner);
  }
}

/** @throws SettingsError with the addresses that two identifiers would have */
export async function putInOneForm(runner: QueryRunner): Promise<void> {
  await runner.query(
    `CREATE TEMPORARY TABLE "email_form" ("id" bigint PRIMARY KEY, "normalized" text, "type" text, "value" text, "form" text, "reads" text) ON COMMIT DROP`,
  );
  for (let after = '0'; ;) {
    const rows = ((await runner.query(READ, [after])) as Row[]).map((row) => ({ ...row, ...keptOf(row) }));
    if (rows.length === 0) break;
    const columns = ['id', 'normalized', 'type', 'value', 'form', 'reads'] as const;
    await runner.query(
      KEEP,
      columns.map((column) => rows.map((row) => row[column])),
    );
    after = rows[rows.length - 1].id;
  }
  await runner.query(`ANALYZE "email_form"`);
  const conflicts = (await runner.query(CONFLICTS)) as Conflict[];
  if (conflicts.length > 0) throw new SettingsError(messageOf(conflicts));
  await runner.query(CHANGE);
  await runner.query(`DROP TABLE "email_form"`);
  for (const copy of COPIES) await changeCopies(runner, copy);
}

/** Links that would add what is no address are deleted; what was sent already stays as it is. */
async function changeCopies(
  runner: QueryRunner,
  { table, column, isEmail: which }: (typeof COPIES)[number],
): Promise<void> {
  const found = (await runner.query(
    `SELECT DISTINCT "${column}" AS "kept" FROM "${table}" WHERE ${which} AND ${other(`"${column}"`)}`,
  )) as { kept: string }[];
  const forms = found.map(({ kept }) => ({ kept, form: formOf(kept) }));
  const changed = forms.filter(({ kept, form }) => form !== null && form !== kept);
  // One statement for all of them: no index has the column.
  await runner.query(
    `UPDATE "${table}" SET "${column}" = f."form" FROM unnest($1::text[], $2::text[]) AS f ("kept", "form")
      WHERE ${which} AND "${column}" = f."kept"`,
    [changed.map(({ kept }) => kept), changed.map(({ form }) => form)],
  );
  if (table !== 'invitation') return;
  const none = forms.filter(({ form }) => form === null).map(({ kept }) => kept);
  await runner.query(`DELETE FROM "invitation" WHERE ${which} AND "new_value" = ANY ($1)`, [none]);
}

function messageOf(conflicts: readonly Conflict[]): string {
  const shown = conflicts
    .slice(0, NAMED)
    .map(({ reads, who }) => `${visible(reads)}: ${who.map(named).join(', ')}`);
  const rest = conflicts.length > NAMED ? ['and more'] : [];
  const last = conflicts[0].who[conflicts[0].who.length - 1];
  return [
    'No account was changed. From this version on an e-mail address has one form, and two or more identifiers have the same:',
    ...[...shown, ...rest].map((line) => `  ${line}`),
    'Start the version before, leave each address to one account, and start this one again. There are two ways:',
    `  "hearth account remove-identifier ${last.account} ${last.id}" takes the address from an account (add another one first)`,
    `  "hearth account delete ${last.account}" deletes the account`,
    'docs/operate/runbook.md#same-addresses says how to tell whose it is.',
  ].join('\n');
}

function named({ id, account, type, value }: Conflict['who'][number]): string {
  return `account ${account} (identifier ${id}, ${type} ${visible(JSON.stringify(value))})`;
}

// From here on: as the version of this migration has it, whatever later ones do.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Z}/gu;
const HOST = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/;
const DOT_ATOM = /^[^\s"(),:;<>@[\\\]]+$/u;

function keptOf({ type, value, normalized }: Row): {
  readonly type: string;
  readonly value: string;
  readonly form: string;
  readonly reads: string;
} {
  if (type !== 'Email') {
    const form = /[^@]*$/.exec(value)?.[0].match(HIDDEN) ? null : formOf(value);
    return { type, value, form: form ?? normalized, reads: form ?? normalized };
  }
  const form = formOf(value);
  const reads = formOf(value.replace(HIDDEN, '')) ?? normalized;
  if (form === null) return { type: 'SOMETHING_ELSE', value, form: normalized, reads };
  return { type, value: shownOf(value, form), form, reads };
}

/** Some letters have a single code point only in lower case. */
function withoutCase(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Of the host's letters those that show nothing are left out: mail went to what is left. */
function formOf(value: string): string | null {
  const typed = withoutCase(value).trim();
  const at = typed.lastIndexOf('@');
  const [name, host] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1).replace(HIDDEN, '')];
  if (name.search(HIDDEN) !== -1 || /^" *"$/.test(name) || !HOST.test(host)) return null;
  const form = `${plainName(name)}@${domainToASCII(host)}`;
  return isEmail(form) ? form : null;
}

function plainName(name: string): string {
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  if (quoted === undefined) return name;
  const meant = quoted.replace(/\\(.)/gsu, '$1');
  const isPlain = DOT_ATOM.test(meant) && !/^\.|\.\.|\.$/.test(meant);
  return isPlain ? meant : `"${meant.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** As it was typed, or in the letters of its host, where they lead back to it. */
function shownOf(value: string, form: string): string {
  const [name, host] = form.split(/@(?=[^@]*$)/);
  const letters = domainToUnicode(host);
  const shown = domainToASCII(letters) === host ? `${name}@${letters}` : form;
  return withoutCase(value) === shown ? value : shown;
}

/** With what shows nothing as its number. */
function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) =>
    [...Array(hidden.length).keys()]
      .map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
