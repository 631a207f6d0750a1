import type { OpenAPIObject } from '@nestjs/swagger';
import { existsSync, readFileSync } from 'node:fs';
import { besideCode } from '../paths.js';

/**
 * The document that the build has made (scripts/describe.mjs): to make it takes ten times as long as to read it (ADR 8).
 * @param url of this server
 * @returns null: the server runs from its sources
 */
export function builtDocument(url: string): OpenAPIObject | null {
  const file = besideCode('openapi.json');
  if (!existsSync(file)) return null;
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;
  return { ...document, servers: [{ url }] };
}
