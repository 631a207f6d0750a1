import { Ajv } from 'ajv';
import type { TestServer } from './start-app.js';

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[] };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly properties: object; readonly required?: string[] } }>
    >;
  };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI 3.0 document that tests use. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export async function openApi(server: TestServer): Promise<OpenApi> {
  const response = await fetch(`${server.url}/openapi.json`);
  return (await response.json()) as OpenApi;
}

/** Mismatches of an answer with the schema that the document declares for it; empty: none. */
export function mismatches(document: OpenApi, path: string, status: number, answer: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(document, 'openapi.json');
  const media = 'application/json';
  const pointer = ['paths', path, 'post', 'responses', String(status), 'content', media, 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `openapi.json#/${pointer}` });
  validate(answer);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
