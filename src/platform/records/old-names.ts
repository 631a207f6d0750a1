import type { FieldError } from '../errors/problems.js';
import { fieldsIn, type Fields } from './field.js';
import { isObject, type JsonObject } from './is-object.js';

/** What became of the former name of a member, which files may still have. */
export interface OldName {
  /** What it is called today. */
  readonly name: string;
  /** What it is today, if it is not only called otherwise: such as "the opposite of …". */
  readonly is?: string;
  /** Today's value of what was a flag; absent: the value is the same. */
  readonly from?: (flag: boolean) => unknown;
}

export type OldNames = Readonly<Record<string, OldName>>;

/** The former names of a table's fields. */
export function oldNamesIn(fields: Fields): OldNames {
  return Object.fromEntries(
    fieldsIn(fields).flatMap(([name, { oldName }]) => (oldName ? [[oldName, { name }] as const] : [])),
  );
}

/** Translates former names of members to those of today, and keeps what is to be said of them. */
export class Renaming {
  /** What has an old name, and what to write instead, once each. */
  readonly warnings = new Set<string>();
  /** Members that can't be translated, by their paths. */
  readonly problems: FieldError[] = [];

  /**
   * The list with today's names. What is no list, or no object in it, is left for the rules to refuse.
   * @param of what a record of it is called, such as "a client"
   * @param more translates what is in a record, at its path
   */
  list(
    list: unknown,
    {
      path,
      of,
      names,
      more = (record) => record,
    }: {
      readonly path: string;
      readonly of: string;
      readonly names: OldNames;
      readonly more?: (record: JsonObject, path: string) => JsonObject;
    },
  ): unknown {
    if (!Array.isArray(list)) return list;
    return list.map((each: unknown, index) => {
      const place = `${path}.${index}`;
      return isObject(each) ? more(this.record(each, place, of, names), place) : each;
    });
  }

  private record(sent: JsonObject, path: string, of: string, names: OldNames): JsonObject {
    const now: Record<string, unknown> = { ...sent };
    for (const [old, { name, is = `called ${name}`, from }] of Object.entries(names)) {
      if (!Object.hasOwn(sent, old)) continue;
      const value = sent[old];
      delete now[old];
      this.warnings.add(`${old} of ${of} is ${is} now`);
      const isTwice = Object.hasOwn(now, name) && `is ${is} now, and that is there too`;
      const problem = isTwice || (from && typeof value !== 'boolean' && 'must be a boolean value');
      if (problem) this.problems.push({ field: `${path}.${old}`, message: problem });
      else now[name] = from ? from(value as boolean) : value;
    }
    return now;
  }
}
