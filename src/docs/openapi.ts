import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../contract/operation.js';
import { lanePaths } from './lane-document.js';

const ERROR_SCHEMAS: NonNullable<NonNullable<OpenAPIObject['components']>['schemas']> = {
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
              uri: { type: 'string', description: 'Where the user can mend it, if at all.' },
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
      error_uri: { type: 'string', description: 'Where the user can mend it, if at all.' },
    },
  },
};

/** The OpenAPI document: the lane from its declarations, the rest from the controllers. */
export function buildDocument(
  app: INestApplication,
  operations: readonly Operation[],
  url: string,
  version: string,
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Hearth')
    .setDescription('Accounts, authorization and provisioning of a family service.')
    .setVersion(version)
    .addServer(url)
    .addSecurity('client', { type: 'http', scheme: 'basic', description: 'client_id and client_secret.' })
    .addSecurity('clientParameters', {
      type: 'apiKey',
      in: 'query',
      name: 'client_id',
      description: 'In the query, a form, JSON or multipart body.',
    })
    .addSecurity('clientSecretParameter', { type: 'apiKey', in: 'query', name: 'client_secret' })
    .addSecurity('bearer', { type: 'http', scheme: 'bearer' })
    .addSecurity('mac', {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'MAC id="…", ts="…", nonce="…", mac="…"',
    })
    .addSecurity('administration', {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-hearth-admin',
      description: 'After POST /admin/api/session. Over plain HTTP it is called hearth-admin.',
    })
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'JSESSIONID',
      description: 'After log2in.',
    })
    .build();
  const views = operations.flatMap(({ result }) => ('view' in result ? [result.view] : []));
  const document = SwaggerModule.createDocument(app, config, { extraModels: views });
  document.paths = { ...lanePaths(operations), ...document.paths };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...ERROR_SCHEMAS },
  };
  return document;
}
