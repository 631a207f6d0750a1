import type { OpenAPIObject } from '@nestjs/swagger';
import { existsSync, readFileSync } from 'node:fs';
import { besideCode } from '../paths.js';

/** Read or built at the first request, so that it delays no start. */
export class ApiDocument {
  private built: OpenAPIObject | null = null;
  private build: () => OpenAPIObject = () => {
    throw new Error('the OpenAPI document is not connected');
  };

  connect(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get(): OpenAPIObject {
    this.built ??= this.build();
    return this.built;
  }
}

/**
 * Reads the document that the build made (scripts/describe.mjs): making it takes ten times as long as reading it (ADR 8).
 * @param url of this server
 * @returns null: the server runs from its sources
 */
export function builtDocument(url: string): OpenAPIObject | null {
  const file = besideCode('openapi.json');
  if (!existsSync(file)) return null;
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;
  return { ...document, servers: [{ url }] };
}
