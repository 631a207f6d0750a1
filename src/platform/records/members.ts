import { changed, type Change } from '../audit/changed.js';
import { fieldsIn, type Fields, type RecordOf } from './field.js';

/** The members of an entity, body or view that are in the table and present, in the table's order. */
export function membersOf<T extends Fields>(fields: T, of: object): Partial<RecordOf<T>> {
  const values = of as Readonly<Record<string, unknown>>;
  const there = Object.keys(fields).filter((name) => values[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, values[name]])) as Partial<RecordOf<T>>;
}

/** The audit details of a record that was created, changed or deleted: the members that differ. */
export function recorded(fields: Fields, before: object | null, after: object | null): Change {
  const hidden = fieldsIn(fields).flatMap(([name, { isHidden }]) => (isHidden ? [name] : []));
  const of = (record: object | null) => record && (membersOf(fields, record) as Record<string, unknown>);
  return changed(of(before), of(after), hidden);
}
