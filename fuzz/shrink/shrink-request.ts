import fc from 'fast-check';
import { WHOLE, type Content, type FuzzRequest, type Part, type Structured } from '../requests/request.js';
import { smallest } from './smallest.js';

/** Texts, shortened by halves from their end and their beginning. */
class Shortened extends fc.Arbitrary<string> {
  override generate(): fc.Value<string> {
    return new fc.Value('', undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  override shrink(text: string): fc.Stream<fc.Value<string>> {
    return fc.stream(shorter(text)).map((value) => new fc.Value(value, undefined));
  }
}

function* shorter(text: string): Generator<string, void, undefined> {
  if (text.length > 0) yield '';
  for (let size = text.length >> 1; size > 0; size >>= 1) yield* [text.slice(0, -size), text.slice(size)];
}

const text = new Shortened();
const name = fc.noShrink(text);
const pairs = fc.array(fc.tuple(name, text));
const bytes = fc.array(text).map(
  (lines) => Buffer.from(lines.join(''), 'latin1'),
  (whole) => (whole as Buffer).toString('latin1').split(/(?<=\n)/),
);
const parts: fc.Arbitrary<readonly Part[]> = fc.array(
  fc.record(
    { name, value: fc.oneof(text, bytes), filename: name, type: name },
    { requiredKeys: ['name', 'value'] },
  ),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    text,
    fc.array(tie('json')),
    fc.dictionary(name, tie('json')),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  ),
}));

/** What changes when a request gets smaller; a method of null is the plain one for its content. */
type Smaller = Pick<Structured, 'delivery' | 'mac' | 'content' | 'headers' | 'query'> & {
  readonly method: string | null;
};

/** The smallest request that still fails: removes parts and shortens values, as long as the fault remains. */
export async function shrinkRequest(
  request: FuzzRequest,
  fails: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  if (request.kind === 'raw') {
    const least = await smallest(bytes, request.bytes, (tried) => fails({ ...request, bytes: tried }));
    return { ...request, bytes: least };
  }
  const { delivery, mac, content, method, headers, query } = request;
  const whole: Smaller = { delivery, mac, content, method, headers, query };
  const smaller = fc.record<Smaller>({
    delivery: fc.constantFrom(WHOLE, delivery),
    mac: fc.constantFrom(null, mac),
    content: content === null ? fc.constant(null) : fc.option(contentLike(content)),
    method: fc.constantFrom(null, method),
    headers: pairs,
    query: pairs,
  });
  const made = (tried: Smaller): Structured => {
    const plain = tried.content === null ? 'GET' : 'POST';
    return { ...request, ...tried, method: tried.method ?? plain };
  };
  return made(await smallest(smaller, whole, (tried) => fails(made(tried))));
}

function contentLike(content: Content): fc.Arbitrary<Content> {
  switch (content.kind) {
    case 'form':
      return fc.record({ kind: fc.constant(content.kind), fields: pairs });
    case 'multipart':
      return fc.record({ kind: fc.constant(content.kind), boundary: fc.constant(content.boundary), parts });
    case 'json':
      return fc.record({ kind: fc.constant(content.kind), value: json });
    case 'bytes':
      return fc.record({ kind: fc.constant(content.kind), bytes });
  }
}
