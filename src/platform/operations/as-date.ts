import { Transform } from 'class-transformer';

/** A moment sent as text, for `IsDate` to judge; anything else stays as it was sent, and is none. */
export function AsDate(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? new Date(value) : value));
}
