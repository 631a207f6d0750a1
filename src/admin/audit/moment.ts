import { ValidateBy } from 'class-validator';

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** A day or a moment in ISO 8601 as it stands for the database, in UTC where it names no zone; null: it is none. */
export function momentOf(text: string | undefined): string | null {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text ?? '') ?? [];
  const moment = `${day}T${time}${zone}`;
  return day !== undefined && isReal(day) && !Number.isNaN(Date.parse(moment)) ? moment : null;
}

export function IsMoment(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && momentOf(value) !== null;
  const message = 'is no moment like 2026-11-21 or 2026-11-21T12:00:00Z';
  return ValidateBy({ name: 'isMoment', validator: { validate, defaultMessage: () => message } });
}

/** Date.parse takes the 31st of February for the 3rd of March, which the database does not; nor has it a year 0. */
function isReal(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
