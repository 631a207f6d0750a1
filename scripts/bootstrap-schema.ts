import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { format, resolveConfig } from 'prettier';
import { BootstrapDocument } from '../src/provisioning/bootstrap/bootstrap-document.js';

export const BOOTSTRAP_SCHEMA = 'docs/bootstrap.schema.json';

type Part = Readonly<Record<string, unknown>>;

@Module({})
class Nothing {}

/** The JSON Schema of a bootstrap file, for editors: from the classes that check it. */
export async function bootstrapSchema(): Promise<string> {
  const app = await NestFactory.create(Nothing, { preview: true, logger: false });
  const asked = { openapi: '3.0.0', info: { title: '', version: '' } };
  const { components } = SwaggerModule.createDocument(app, asked, { extraModels: [BootstrapDocument] });
  const { BootstrapDocument: whole, ...definitions } = components?.schemas ?? {};
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Hearth bootstrap file',
    description:
      'Applied at each start: creates what is not there and leaves what is. Made by npm run generate.',
    ...(asSchema(whole) as Part),
    definitions: asSchema(definitions),
  };
  const options = { ...(await resolveConfig(BOOTSTRAP_SCHEMA)), filepath: BOOTSTRAP_SCHEMA };
  return format(JSON.stringify(schema), options);
}

/** OpenAPI 3.0 as JSON Schema has it: null is a type, a definition has another address, nothing else may stand there. */
function asSchema(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asSchema);
  if (typeof part !== 'object' || part === null) return part;
  const { nullable, ...rest } = part as Part;
  const said = Object.entries(rest).filter(([key]) => key !== 'example');
  const own = said.map(([key, value]) => [key, key === '$ref' ? moved(value) : asSchema(value)]);
  return {
    ...Object.fromEntries(own),
    ...(nullable === true && { type: [rest.type, 'null'] }),
    ...(rest.properties !== undefined && { additionalProperties: false }),
  };
}

function moved(reference: unknown): string {
  return String(reference).replace('#/components/schemas/', '#/definitions/');
}
