/** The parts of the OpenAPI document (src/platform/openapi) that the reference shows. */
export interface ApiDescription {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly 'x-role'?: 'administrator' | 'support';
  readonly 'x-account'?: 'required' | 'none' | 'refused';
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const PREFIX = '#/components/schemas/';

/** The schema with its reference followed, and what `allOf` puts together as one. */
export function resolved(schema: Schema, document: ApiDescription): Schema {
  const { $ref, allOf, ...own } = schema;
  const parts = [
    ...($ref === undefined ? [] : [document.components.schemas[$ref.slice(PREFIX.length)]]),
    ...(allOf ?? []),
  ].map((part) => resolved(part, document));
  if (parts.length === 0) return schema;
  const all = [...parts, own];
  return {
    ...all.reduce((whole, part) => ({ ...whole, ...part }), {}),
    properties: Object.fromEntries(all.flatMap(({ properties = {} }) => Object.entries(properties))),
    required: all.flatMap(({ required = [] }) => required),
  };
}
