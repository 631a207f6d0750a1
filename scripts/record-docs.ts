import { readFileSync } from 'node:fs';
import { ACCOUNT_FIELDS } from '../src/identity/accounts/account.fields.js';
import { BRANDING_FIELDS } from '../src/identity/branding/branding.fields.js';
import { FAMILY_SETTINGS } from '../src/identity/families/family.fields.js';
import { CLIENT_KINDS } from '../src/oauth/clients/client-kinds.js';
import { CLIENT_FIELDS } from '../src/oauth/clients/client.fields.js';
import { PROVIDER_FIELDS } from '../src/oauth/providers/provider.fields.js';
import { RESOURCE_FIELDS } from '../src/oauth/resources/resource.fields.js';
import { EVENT_KINDS, hearingOf, KINDS } from '../src/oauth/webhooks/event-kinds.js';
import { WEBHOOK_FIELDS } from '../src/oauth/webhooks/webhook.fields.js';
import { fieldsIn, type Fields } from '../src/platform/records/field.js';
import { linksFrom } from './relative-links.js';
import { withBlock } from './with-block.js';

export const CLIENT_DOCS = 'docs/administer/clients.md';
export const BRANDING_DOCS = 'docs/sign-people-in/branding.md';
export const PROVIDER_DOCS = 'docs/sign-people-in/single-sign-on.md';
export const RESOURCE_DOCS = 'docs/sign-people-in/resource-servers.md';
export const WEBHOOK_DOCS = 'docs/provision/webhooks.md';
export const ADMINISTRATION_DOCS = 'docs/administer/administration.md';

/** docs/administer/clients.md with the tables of the fields of a client, and of what a new one may be. */
export function clientDocs(): string {
  const withFields = withBlock(
    readFileSync(CLIENT_DOCS, 'utf8'),
    'fields',
    tableOf(CLIENT_DOCS, CLIENT_FIELDS),
  );
  const rows = Object.entries(CLIENT_KINDS).map(([kind, { title, about, defaults }]) => {
    const set = Object.entries(defaults).map(
      ([name, value]) => `\`${name}\` ${JSON.stringify(value).replaceAll('"', '')}`,
    );
    return `| \`${kind}\` | **${title}**. ${about} | ${set.join(', ')} |\n`;
  });
  return withBlock(withFields, 'kinds', `| Kind | What it is | Sets |\n|---|---|---|\n${rows.join('')}`);
}

/** docs/administer/administration.md with the tables of the fields of an account and of a family. */
export function administrationDocs(): string {
  const text = readFileSync(ADMINISTRATION_DOCS, 'utf8');
  const withAccounts = withBlock(text, 'account fields', tableOf(ADMINISTRATION_DOCS, ACCOUNT_FIELDS));
  return withBlock(withAccounts, 'family fields', tableOf(ADMINISTRATION_DOCS, FAMILY_SETTINGS));
}

/** docs/sign-people-in/branding.md with the table of what can be branded. */
export function brandingDocs(): string {
  return withBlock(
    readFileSync(BRANDING_DOCS, 'utf8'),
    'branding fields',
    tableOf(BRANDING_DOCS, BRANDING_FIELDS),
  );
}

/** docs/sign-people-in/single-sign-on.md with the table of what can be set of a provider. */
export function providerDocs(): string {
  return withBlock(
    readFileSync(PROVIDER_DOCS, 'utf8'),
    'provider fields',
    tableOf(PROVIDER_DOCS, PROVIDER_FIELDS),
  );
}

/** docs/sign-people-in/resource-servers.md with the table of what can be set of a resource. */
export function resourceDocs(): string {
  return withBlock(
    readFileSync(RESOURCE_DOCS, 'utf8'),
    'resource fields',
    tableOf(RESOURCE_DOCS, RESOURCE_FIELDS),
  );
}

/** docs/provision/webhooks.md with the tables of what can be set of a webhook, and of what it can be told. */
export function webhookDocs(): string {
  const withFields = withBlock(
    readFileSync(WEBHOOK_DOCS, 'utf8'),
    'webhook fields',
    tableOf(WEBHOOK_DOCS, WEBHOOK_FIELDS),
  );
  const rows = KINDS.map((kind) => `| \`${kind}\` | ${EVENT_KINDS[kind].means} | ${hearingOf(kind)} |\n`);
  return withBlock(
    withFields,
    'events',
    `| Event | Meaning | Who hears it |\n|---|---|---|\n${rows.join('')}`,
  );
}

function tableOf(page: string, fields: Fields): string {
  const rows = fieldsIn(fields).map(([name, { about, interfaceName }]) => {
    const also = interfaceName === undefined ? '' : ` (\`${interfaceName}\` in the interface)`;
    return `| \`${name}\` | ${linksFrom(page, about)}${also} |\n`;
  });
  return `| Field | Meaning |\n|---|---|\n${rows.join('')}`;
}
