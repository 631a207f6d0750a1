import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_FIELDS } from '../../../identity/accounts/account.fields.js';
import { FAMILY_FIELDS } from '../../../identity/families/family.fields.js';
import { CLIENT_FIELDS } from '../../../oauth/clients/client.fields.js';
import { PROVIDER_FIELDS } from '../../../oauth/providers/provider.fields.js';
import { WEBHOOK_FIELDS } from '../../../oauth/webhooks/webhook.fields.js';
import { fieldsIn, type Fields } from '../../../platform/records/field.js';

const TABLES: Readonly<Record<string, Fields>> = {
  ACCOUNT_FIELDS,
  CLIENT_FIELDS,
  FAMILY_FIELDS,
  PROVIDER_FIELDS,
  WEBHOOK_FIELDS,
};

/** A name as the wire or the API has it: `redirect_uri`, `RedirectUrls`, `prov*`. */
const OF_THE_WIRE = /[a-z][A-Z]|_|\*|^[a-z]/;

describe('labels of the fields of forms', () => {
  const labels = Object.entries(TABLES).flatMap(([table, fields]) =>
    fieldsIn(fields).map(([name, { label }]) => [`${table}.${name}`, label] as const),
  );

  it.each(labels)('%s is told in plain words: %s', (_field, label) => {
    expect(label.replace(/ \([^)]*\)|DPoP/g, '')).not.toMatch(OF_THE_WIRE); // the name of the wire may follow in brackets
  });

  it.each(
    Object.entries(TABLES).flatMap(([table, fields]) =>
      fieldsIn(fields).flatMap(([name, field]) =>
        field.kind === 'choice'
          ? Object.values<string | undefined>(field.choiceTexts ?? {}).map((text) => [table, name, text])
          : [],
      ),
    ),
  )('a choice of %s.%s is told in plain words: %s', (_table, _name, text) => {
    expect(text).not.toMatch(OF_THE_WIRE);
  });

  it('control: a name of the wire is found', () => {
    for (const name of ['RedirectUrls', 'redirect_uri', 'profile', 'prov*'])
      expect(name).toMatch(OF_THE_WIRE);
  });
});
