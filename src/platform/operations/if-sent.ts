import { ValidateIf } from 'class-validator';

/** May be left out, not emptied: null is no value of it. */
export const IfSent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
