import { Ajv, type ValidateFunction } from 'ajv';

export type Schema = Readonly<Record<string, unknown>>;

interface Media {
  readonly schema: Schema;
}

interface DocumentParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

/** The parts of an OpenAPI 3.0 document that the fuzzer uses. */
export interface ApiDocument {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const ID = 'openapi.json';

/** The OpenAPI document of the server: the input of its operations, and their possible answers. */
export class Document {
  private readonly ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly byId = new Map<string, { path: string; method: string; operation: DocumentOperation }>();

  constructor(private readonly document: ApiDocument) {
    this.ajv.addSchema(document, ID);
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(item))
        this.byId.set(operation.operationId, { path, method, operation });
  }

  operation(id: string): DocumentOperation | undefined {
    return this.byId.get(id)?.operation;
  }

  /** A schema with its references resolved. */
  resolve(schema: Schema): Schema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return this.document.components.schemas[name] ?? {};
  }

  /** The mismatch of a body with one of the shared schemas: CallError, OAuthError, Problem. */
  problemWith(shared: 'CallError' | 'OAuthError' | 'Problem', body: unknown): string | null {
    return this.validate(`#/components/schemas/${shared}`, body);
  }

  /** The mismatch of an answer with its operation's declaration; null if it matches or nothing is declared. */
  problemWithAnswer(id: string, status: number, type: string, body: unknown): string | null {
    const found = this.byId.get(id);
    if (!found) return null;
    const { path, method, operation } = found;
    const key = String(status) in operation.responses ? String(status) : 'default';
    const media = operation.responses[key]?.content?.[type];
    if (media === undefined) return null;
    const parts = ['paths', path, method, 'responses', key, 'content', type, 'schema'];
    return this.validate(`#/${parts.map(pointer).join('/')}`, body);
  }

  /** Whether the document declares the status, for an operation that declares all of its own. */
  declares(id: string, status: number): boolean {
    const responses = this.byId.get(id)?.operation.responses;
    return responses === undefined || String(status) in responses || 'default' in responses;
  }

  private validate(reference: string, body: unknown): string | null {
    let validator = this.validators.get(reference);
    if (!validator)
      this.validators.set(reference, (validator = this.ajv.compile({ $ref: `${ID}${reference}` })));
    if (validator(body)) return null;
    const [{ instancePath, message = 'is wrong' }] = validator.errors ?? [{ instancePath: '' }];
    return `${instancePath.replace(/\d+/g, '0') || 'the body'} ${message}`;
  }
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
