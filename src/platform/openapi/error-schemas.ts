import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type Members = Readonly<Record<string, Schema>>;

const TEXT: Schema = { type: 'string' };
const URI: Schema = { type: 'string', description: 'Where the user can put it right, if at all.' };

/** The schema of an object: members that it always has, and others. */
export function objectOf(required: Members, optional: Members = {}): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

/** The error bodies of calls, of the administration and of the standard endpoints. */
export const ERROR_SCHEMAS: Schemas = {
  CallError: objectOf({
    a01: objectOf({
      ex: objectOf(
        {
          name: { type: 'string', example: 'FizApiInvalidParameterException' },
          type: { type: 'string', enum: ['Ex', 'Un'] },
          value: { type: 'string', example: '400' },
          message: { type: 'string', description: 'One sentence that says what to change.' },
        },
        { uri: URI },
      ),
      cn: TEXT,
    }),
  }),
  Problem: objectOf(
    {
      type: { type: 'string', example: 'urn:hearth:problem:not-found' },
      title: TEXT,
      status: { type: 'integer' },
      detail: { type: 'string', description: 'One sentence that says what to do.' },
      requestId: TEXT,
    },
    { errors: { type: 'array', items: objectOf({ field: TEXT, message: TEXT }) } },
  ),
  OAuthError: objectOf(
    { error: { type: 'string', example: 'invalid_grant' } },
    { error_description: TEXT, error_uri: URI },
  ),
};
