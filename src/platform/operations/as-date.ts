import { Transform } from 'class-transformer';

/** Converts a time sent as text to a Date, for `IsDate` to check; anything else is unchanged and fails there. */
export function AsDate(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? new Date(value) : value));
}
