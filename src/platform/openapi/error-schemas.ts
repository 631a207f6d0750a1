import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The error bodies of calls, of the administration and of the standard endpoints. */
export const ERROR_SCHEMAS: Schemas = {
  CallError: {
    type: 'object',
    required: ['a01'],
    properties: {
      a01: {
        type: 'object',
        required: ['ex', 'cn'],
        properties: {
          ex: {
            type: 'object',
            required: ['name', 'type', 'value', 'message'],
            properties: {
              name: { type: 'string', example: 'FizApiInvalidParameterException' },
              type: { type: 'string', enum: ['Ex', 'Un'] },
              value: { type: 'string', example: '400' },
              message: { type: 'string', description: 'One sentence that says what to change.' },
              uri: { type: 'string', description: 'Where the user can put it right, if at all.' },
            },
          },
          cn: { type: 'string' },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'requestId'],
    properties: {
      type: { type: 'string', example: 'urn:hearth:problem:not-found' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'One sentence that says what to do.' },
      requestId: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: { field: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string', example: 'invalid_grant' },
      error_description: { type: 'string' },
      error_uri: { type: 'string', description: 'Where the user can put it right, if at all.' },
    },
  },
};
