import { ValidateBy } from 'class-validator';
import { isLong } from '../../platform/operations/long.js';

/** An id: digits of a 64-bit number. */
export function IsLong(): PropertyDecorator {
  return ValidateBy({ name: 'isLong', validator: { validate: isLong, defaultMessage: () => 'is no id' } });
}
