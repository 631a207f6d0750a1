import type { INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { declaredOperations } from '../operations/controllers.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { lanePaths } from './lane-document.js';
import { routePaths, viewsOf } from './route-document.js';
import { SECURITY_SCHEMES } from './security.js';

/**
 * The OpenAPI document, from the declarations of operations; for Express routes, Nest derives parameters and bodies
 * from the handlers.
 */
export function buildDocument(app: INestApplication, url: string, version: string): OpenAPIObject {
  const operations = declaredOperations(
    new DiscoveryService(app.get(ModulesContainer)),
    new MetadataScanner(),
  );
  const lane = operations.filter(({ kind }) => kind !== 'page');
  const routes = operations.filter(({ kind }) => kind === 'page');
  const config = new DocumentBuilder()
    .setTitle('Hearth')
    .setDescription('Accounts, authorization and provisioning of a family service.')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .setVersion(version)
    .addServer(url)
    .build();
  const views = lane.flatMap(({ result }) => ('view' in result ? [result.view] : []));
  const extraModels = [...views, ...routes.flatMap(viewsOf)];
  const document = SwaggerModule.createDocument(app, config, { extraModels });
  document.paths = { ...lanePaths(lane), ...routePaths(document.paths, routes) };
  document.components = {
    schemas: { ...document.components?.schemas, ...ERROR_SCHEMAS },
    securitySchemes: SECURITY_SCHEMES,
  };
  return withoutReferences(document);
}

const REFERENCE = /(D\d+|§[\d.]+( [A-Z])?)/.source;
/** In brackets, one or several: "(D12)", "(D15, §7.2)". "(RFC 6749 §4.1)" is for the reader, and stays. */
const IN_BRACKETS = new RegExp(` ?\\(${REFERENCE}([,;–-] ?${REFERENCE})*\\)`, 'g');

/**
 * Removes the names of decisions and sections, which mean nothing to readers of the API's description (D239).
 * @returns a copy with clean descriptions and summaries
 */
export function withoutReferences<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutReferences) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'string' && ['description', 'summary'].includes(name)
      ? member.replace(IN_BRACKETS, '')
      : withoutReferences(member),
  ]);
  return Object.fromEntries(members) as T;
}
