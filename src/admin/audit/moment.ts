import { ValidateBy } from 'class-validator';

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** A day or time in ISO 8601 for the database, in UTC if it names no zone; null: it is not valid. */
export function momentOf(text: string | undefined): string | null {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text ?? '') ?? [];
  const moment = `${day}T${time}${zone}`;
  return day !== undefined && isReal(day) && !Number.isNaN(Date.parse(moment)) ? moment : null;
}

export function IsMoment(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && momentOf(value) !== null;
  const message = 'must be a date or time such as 2026-11-21 or 2026-11-21T12:00:00Z';
  return ValidateBy({ name: 'isMoment', validator: { validate, defaultMessage: () => message } });
}

/**
 * Whether the day exists: Date.parse takes 31 February for 3 March and accepts the year 0; the database does neither.
 */
function isReal(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
