import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SettingsError } from '../../config/settings-error.js';

const PAGE = 10_000;
const NAMED = 50;

/** What may be kept otherwise from now on: ids and tokens of no issuer, and logins that could be a phone number. */
const OLD = `"issuer" = '' AND ("type" NOT IN ('Email', 'Msisdn', 'Login') OR ("type" = 'Login' AND "normalized" ~ '^[+0-9().-]+$'))`;
const READ = `SELECT "id", "value" FROM "account_identifier" WHERE "id" > $1 AND ${OLD} ORDER BY "id" LIMIT ${PAGE}`;
const KEEP = `INSERT INTO "identifier_form" ("id", "form") SELECT * FROM unnest($1::bigint[], $2::text[])`;
/** By form, the rows that would share it. */
const CONFLICTS = `
  WITH asked AS (SELECT DISTINCT "form" FROM "identifier_form"),
       every AS (
         SELECT f."form", f."id" FROM "identifier_form" f
         UNION ALL
         SELECT i."normalized", i."id" FROM "account_identifier" i JOIN asked ON asked."form" = i."normalized"
          WHERE i."issuer" = '' AND NOT EXISTS (SELECT FROM "identifier_form" f WHERE f."id" = i."id"))
  SELECT every."form", string_agg('account ' || i."account_id" || ' (' || i."type" || ' ' || to_json(i."value") || ')', ', ' ORDER BY i."id") AS "who"
    FROM every JOIN "account_identifier" i ON i."id" = every."id"
   GROUP BY every."form" HAVING count(*) > 1 ORDER BY min(i."id") LIMIT ${NAMED + 1}`;
const CHANGE = `UPDATE "account_identifier" i SET "normalized" = f."form" FROM "identifier_form" f WHERE f."id" = i."id"`;

const SPACE = `CHECK ("issuer" <> '' OR (NOT starts_with("normalized", "type" || ':') AND "normalized" !~ '^[0-9]{5,15}$'))`;

/**
 * A value is unique across all accounts, whatever its type. Where two have the same nothing is changed: the start ends
 * with their names, and the version before goes on.
 */
export class OneIdentifierSpace1795441610000 implements MigrationInterface {
  name = 'OneIdentifierSpace1795441610000';

  async up(runner: QueryRunner): Promise<void> {
    // The strongest lock at once: to get it later could be a deadlock with a node that has read, and is about to write.
    await runner.query(`LOCK TABLE "account_identifier" IN ACCESS EXCLUSIVE MODE`);
    await runner.query(
      `CREATE TEMPORARY TABLE "identifier_form" ("id" bigint PRIMARY KEY, "form" text NOT NULL) ON COMMIT DROP`,
    );
    for (let after = '0'; ;) {
      const rows = (await runner.query(READ, [after])) as { id: string; value: string }[];
      if (rows.length === 0) break;
      await runner.query(KEEP, [rows.map(({ id }) => id), rows.map(({ value }) => formOf(value))]);
      after = rows[rows.length - 1].id;
    }
    const conflicts = (await runner.query(CONFLICTS)) as { who: string }[];
    if (conflicts.length > 0) throw new SettingsError(messageOf(conflicts.map(({ who }) => who)));
    await deleteRefusedProposals(runner);
    await runner.query(CHANGE);
    await runner.query(`DROP TABLE "identifier_form"`);
    await runner.query(
      `ALTER TABLE "account_identifier" ADD CONSTRAINT "account_identifier_space_check" ${SPACE}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_identifier" DROP CONSTRAINT "account_identifier_space_check"`);
    await runner.query(
      `UPDATE "account_identifier" SET "normalized" = CASE "type" WHEN 'Login' THEN lower("value") ELSE "type" || ':' || "value" END
        WHERE "issuer" = '' AND ("type" NOT IN ('Email', 'Msisdn', 'Login') OR ("type" = 'Login' AND "normalized" ~ '^[+][0-9]+$'))`,
    );
  }
}

/** Links by which a login would become somebody's that reads as a phone number: it would be refused now. */
async function deleteRefusedProposals(runner: QueryRunner): Promise<void> {
  const proposed = (await runner.query(
    `SELECT DISTINCT "new_value" AS "value" FROM "invitation" WHERE "new_type" = 'Login' AND "new_value" ~ '^[+0-9().-]+$'`,
  )) as { value: string }[];
  const refused = proposed.map(({ value }) => value).filter((value) => phoneOf(value) !== null);
  await runner.query(`DELETE FROM "invitation" WHERE "new_type" = 'Login' AND "new_value" = ANY($1)`, [
    refused,
  ]);
}

function messageOf(conflicts: readonly string[]): string {
  const shown = conflicts.slice(0, NAMED);
  const rest = conflicts.length > NAMED ? ['and more'] : [];
  return [
    'No account was changed. An identifier has to be unique across all accounts, whatever its type. Two or more have the same:',
    ...[...shown, ...rest].map((line) => `  ${line}`),
    'Start the version before, take the value from all of them but one (docs/operations.md, "Identifiers that two accounts have"), and start this one again.',
  ].join('\n');
}

/** As the version of this migration has it, whatever later ones do. */
function formOf(value: string): string {
  const typed = value.normalize('NFC').trim();
  return phoneOf(typed) ?? plainOf(typed);
}

function plainOf(typed: string): string {
  const plain = withSingleSpaces(typed.toLowerCase());
  return /^\+?\d{5,15}$/.test(plain) ? `+${plain.replace('+', '')}` : plain;
}

/** But in what may be an address: within quotes they are part of it. */
function withSingleSpaces(text: string): string {
  return text.includes('@') ? text : text.replace(/\s+/gu, ' ');
}

function phoneOf(typed: string): string | null {
  const digits = typed.replace(/^(\+|00)/, '').replace(/[\s().-]/g, '');
  const number = /^\d{5,15}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  if (number?.isValid()) return number.number;
  return /^[1-9]\d{9}$/.test(typed) ? `+${typed}` : null;
}
