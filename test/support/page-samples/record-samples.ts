import type { AnyField, Fields, RecordOf } from '../../../src/platform/records/field.js';
import type { Administrator } from '../../../src/admin/shell/access/administrator.js';
import { ADMINISTRATOR } from '../visits.js';
import { odd } from './sample-names.js';

export const BY = ADMINISTRATOR;
export const SUPPORT: Administrator = { ...ADMINISTRATOR, role: 'support' };
export const ETAG = '"1"';

/** A list of one page, with another one behind it. */
export const listOf = <T>(...items: readonly T[]) => ({ items, next: 'next' });
export const NONE = { items: [], next: null };

/** A record with a value in each field, as the API shows it. */
export function recordOf<T extends Fields>(fields: T, given: object = {}): RecordOf<T> {
  const values = Object.entries(fields).map(([name, field]) => [name, valueOf(field)]);
  return { ...Object.fromEntries(values), ...given } as RecordOf<T>;
}

/** An error beside each field of a form. */
export function errorsOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, odd('Λάθος')]));
}

function valueOf(field: AnyField): unknown {
  switch (field.kind) {
    case 'choice':
      return field.choices[0];
    case 'number':
      return field.least;
    case 'enum':
      return 0;
    case 'flag':
      return true;
    case 'lines':
      return [odd('Γραμμή')];
    case 'json':
      return { keys: [odd('Κλειδί')] };
    default:
      return odd('Τιμή');
  }
}
