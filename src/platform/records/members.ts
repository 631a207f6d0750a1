import { changed, type Change } from '../audit/changed.js';
import { fieldsIn, type Fields, type RecordOf } from './field.js';

/** Of an entity, a body or a view: the members that the table has and that are there, in the table's order. */
export function membersOf<T extends Fields>(fields: T, of: object): Partial<RecordOf<T>> {
  const values = of as Readonly<Record<string, unknown>>;
  const there = Object.keys(fields).filter((name) => values[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, values[name]])) as Partial<RecordOf<T>>;
}

/** What the audit tells of a record that was made, changed or deleted: what differs of the table's members. */
export function recorded(fields: Fields, before: object | null, after: object | null): Change {
  const hidden = fieldsIn(fields).flatMap(([name, { isHidden }]) => (isHidden ? [name] : []));
  const of = (record: object | null) => record && (membersOf(fields, record) as Record<string, unknown>);
  return changed(of(before), of(after), hidden);
}
