import type { OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const API_TYPES = 'src/cli/api-types.ts';
const HEAD =
  '/* Made from the OpenAPI document by scripts/api-types.ts: what the administration API takes and answers. */\n';
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

type Schemas = Readonly<Record<string, object>>;

/** The text of the module with the types of the administration API. */
export async function apiTypes(document: OpenAPIObject): Promise<string> {
  const { openapi, info, paths, components } = document;
  const api = Object.entries(paths).filter(([path]) => path.startsWith('/admin/api/'));
  const schemas = reachable(api, components?.schemas as Schemas);
  const part = { openapi, info, paths: {}, components: { schemas } } as OpenAPI3;
  const types = await openapiTS(part, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    emptyObjectsUnknown: true,
  });
  return HEAD + astToString(types);
}

/** The schemas that something refers to, in the order of their names. */
function reachable(from: unknown, all: Schemas): Schemas {
  const found = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(all[name]);
    }
  };
  follow(from);
  return Object.fromEntries([...found].sort().map((name) => [name, all[name]]));
}
