import { ValidateBy } from 'class-validator';
import { isLong } from '../../platform/operations/long.js';

/** Checks for an id: a 64-bit number in digits. */
export function IsLong(): PropertyDecorator {
  return ValidateBy({
    name: 'isLong',
    validator: { validate: isLong, defaultMessage: () => 'is not a valid id' },
  });
}
