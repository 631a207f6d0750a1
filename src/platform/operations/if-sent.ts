import { ValidateIf } from 'class-validator';

/** May be left out, but not null. */
export const IfSent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
