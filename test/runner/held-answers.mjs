import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const ID = 'openapi.json';

/** The document of this worker, compiled once, which takes a while: all its servers have the same one. */
let held = null;

/**
 * Checks each answer of the server against its OpenAPI document: status, media type and JSON. Paths that the document
 * does not have (the pages for people) are skipped.
 * @returns the mismatches, as they occur
 */
export function holdAnswers(server, readDocument) {
  const problems = new Set();
  const watch = (request, response) => {
    const chunks = keepChunks(response);
    const typeOf = keepType(response);
    response.once('finish', () => {
      held ??= new HeldDocument(readDocument());
      const [path] = request.url.split('?');
      const problem = held.problemWith(request.method, path, response.statusCode, typeOf(), chunks);
      if (problem !== null) problems.add(`${request.method} ${path}: ${response.statusCode} ${problem}`);
    });
  };
  for (const event of ['request', 'checkContinue']) server.prependListener(event, watch);
  return problems;
}

/** An OpenAPI document to check answers against. */
export class HeldDocument {
  constructor(document) {
    this.paths = Object.entries(document.paths).map(([path, item]) => ({
      path,
      item,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
    this.paths.sort((a, b) => a.path.split('{').length - b.path.split('{').length); // literal paths first
    this.ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
    this.ajv.addSchema(closed(document), ID);
    this.validators = new Map();
  }

  problemWith(method, asked, status, type, chunks) {
    const found = this.paths.find(
      ({ pattern, item }) => pattern.test(asked) && item[method.toLowerCase()] !== undefined,
    );
    if (!found) return null;
    const { path, item } = found.path === '/api' ? this.selected(found, chunks) : found;
    const response = item[method.toLowerCase()].responses[status];
    if (status === 304 && item[method.toLowerCase()].responses[200]) return null; // the caller has it already (RFC 9110)
    if (response === undefined) return 'is not declared';
    if (status >= 300 && status < 400) return null; // redirects, which Express answers
    const text = Buffer.concat(chunks).toString();
    if (response.content === undefined) return text === '' ? null : 'has a body that is not declared';
    if (response.content[type] === undefined) return `as ${type} is not declared`;
    if (!/[/+]json$/.test(type)) return null;
    const parts = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
    return this.validate(`#/${parts.map(pointer).join('/')}`, text);
  }

  /** A call selected by name answers as at its own path (D1). */
  selected(any, chunks) {
    const named = /"cn":"(\w+)"}}$/.exec(Buffer.concat(chunks).toString());
    const isNamed = ({ path, item }) => path.startsWith('/api/') && item.post.operationId === named?.[1];
    return this.paths.find(isNamed) ?? any;
  }

  validate(reference, text) {
    const validate = this.validators.get(reference) ?? this.ajv.compile({ $ref: `${ID}${reference}` });
    this.validators.set(reference, validate);
    if (validate(JSON.parse(text))) return null;
    return validate.errors
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  }
}

/** All members of an answer must be declared: objects with named members allow no others. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isObject = schema.type === 'object' && typeof schema.properties === 'object';
  return isObject && !('additionalProperties' in schema)
    ? { ...members, additionalProperties: false }
    : members;
}

function keepChunks(response) {
  const chunks = [];
  for (const name of ['write', 'end']) {
    const send = response[name];
    response[name] = function (chunk, encoding, ...rest) {
      if (typeof chunk === 'string')
        chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8'));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      return send.call(this, chunk, encoding, ...rest);
    };
  }
  return chunks;
}

/** `writeHead` does not store the headers passed to it. */
function keepType(response) {
  let given;
  const { writeHead } = response;
  response.writeHead = function (status, ...rest) {
    const headers = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
    given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    return writeHead.call(this, status, ...rest);
  };
  return () =>
    String(given ?? response.getHeader('content-type') ?? '')
      .split(';')[0]
      .trim()
      .toLowerCase();
}

function pointer(part) {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
}
