import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { invalid } from '../errors/problem-error.js';
import type { FieldError } from '../errors/problems.js';
import { problemWithJson } from './sound-json.js';

class BodyPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const problem = metadata.type === 'custom' ? null : problemWithJson(value);
    if (problem !== null) throw invalid([{ field: metadata.data ?? metadata.type, message: problem }]);
    return super.transform(value, metadata);
  }
}

/** Checks what the administration API is sent, against the class of the parameter; names each value that is wrong. */
export const bodyPipe = new BodyPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  exceptionFactory: (errors) => invalid(fieldErrors(errors)),
});

function fieldErrors(errors: readonly ValidationError[], above = ''): FieldError[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = `${above}${nameOf(property)}`;
    const own = Object.entries(constraints).map(([rule, message]) => ({
      field,
      message: rule === 'whitelistValidation' ? 'is not known here' : withoutName(message, property),
    }));
    return [...own, ...fieldErrors(children, `${field}.`)];
  });
}

/** What no member is called is not repeated: JSON that came as a form is one long name, with the password in it. */
function nameOf(property: string): string {
  return /^[\w-]{1,64}$/.test(property) ? property : '(no name)';
}

/** class-validator begins with the property's name, which stands beside the message. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
