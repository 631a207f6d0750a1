import type { Random } from '../random.js';
import type { Content, Pair, Part, Structured } from '../requests/request.js';
import type { Garbage } from '../values/garbage.js';

export type Mutation = (request: Structured, random: Random, garbage: Garbage) => Structured;

/** Changes one value somewhere in the request. */
export const spoilValue: Mutation = (request, random, garbage) => {
  const inQuery = request.query.length > 0 && (request.content === null || random.chance(40));
  if (inQuery)
    return { ...request, query: atRandom(request.query, random, ([name]) => [name, garbage.text(random)]) };
  if (request.content === null) return spoilPath(request, random, garbage);
  return { ...request, content: spoilContent(request.content, random, garbage) };
};

function spoilContent(content: Content, random: Random, garbage: Garbage): Content {
  switch (content.kind) {
    case 'form':
      return {
        ...content,
        fields: atRandom(content.fields, random, ([name]) => [name, garbage.text(random)]),
      };
    case 'json':
      return { ...content, value: spoilJson(content.value, random, garbage) };
    case 'multipart':
      return {
        ...content,
        parts: atRandom(content.parts, random, (part) => spoilPart(part, random, garbage)),
      };
    case 'bytes':
      return { ...content, bytes: spoilBytes(content.bytes, random) };
  }
}

function spoilPart(part: Part, random: Random, garbage: Garbage): Part {
  const plain = (text: string): string => text.replace(/[\r\n"]/g, ' ');
  if (random.chance(20)) return { ...part, name: plain(garbage.text(random)) };
  if (random.chance(20)) return { ...part, filename: plain(garbage.text(random)), type: 'text/plain' };
  return { ...part, value: random.chance(30) ? random.bytes(random.below(200)) : garbage.text(random) };
}

/** Replaces a leaf by any type, adds a member, or replaces everything. */
function spoilJson(value: unknown, random: Random, garbage: Garbage): unknown {
  const isBranch = typeof value === 'object' && value !== null;
  if (!isBranch || random.chance(5)) return garbage.value(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(20)) return [...(value as unknown[]), garbage.value(random)];
    return atRandom(value as unknown[], random, (one) => spoilJson(one, random, garbage));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(15))
    return Object.fromEntries([...entries, [garbage.text(random) || 'x', garbage.value(random)]]);
  return Object.fromEntries(
    atRandom(entries, random, ([name, member]) => [name, spoilJson(member, random, garbage)]),
  );
}

/** Changes one segment of the path. */
export const spoilPath: Mutation = (request, random, garbage) => {
  const parts = request.path.split('/');
  const at = random.between(1, Math.max(1, parts.length - 1));
  const text = encodeURIComponent(garbage.text(random).replace(/\p{Surrogate}/gu, '?'));
  parts[at] = random.chance(70)
    ? text
    : random.pick(['.', '..', '%2e%2e', '%', '%ff', '%00', '', parts[at]?.toUpperCase() ?? '']);
  return { ...request, path: parts.join('/') || '/' };
};

export function spoilBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 6)), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 12))]);
    default:
      return Buffer.concat([bytes.subarray(0, at), random.bytes(1), bytes.subarray(at + 1)]);
  }
}

function atRandom<T>(values: readonly T[], random: Random, change: (value: T) => T): T[] {
  if (values.length === 0) return [];
  const at = random.below(values.length);
  return values.map((value, i) => (i === at ? change(value) : value));
}

/** Parameters are removed, repeated, renamed or multiplied. */
export const shuffleParameters: Mutation = (request, random, garbage) => {
  const change = (pairs: readonly Pair[]): Pair[] => changedPairs(pairs, random, garbage);
  const { query, content } = request;
  if (content?.kind === 'form' && random.chance(60))
    return { ...request, content: { ...content, fields: change(content.fields) } };
  if (content?.kind === 'multipart' && random.chance(60)) {
    const { parts } = content;
    const kept = random.chance(50) ? parts.slice(1) : [...parts, ...parts.slice(0, 1)];
    return { ...request, content: { ...content, parts: kept } };
  }
  return { ...request, query: change(query) };
};

function changedPairs(pairs: readonly Pair[], random: Random, garbage: Garbage): Pair[] {
  const one: Pair = pairs.length > 0 ? random.pick(pairs) : [random.letters(4), garbage.text(random)];
  const [name, value] = one;
  switch (random.below(6)) {
    case 0:
      return pairs.filter((pair) => pair !== one);
    case 1:
      return [...pairs, one];
    case 2:
      return [...pairs, [name, garbage.text(random)]];
    case 3:
      return pairs.map((pair) =>
        pair === one
          ? [random.pick([name.toUpperCase(), `_${name}`, `a01${name}`, `a02${name}`]), value]
          : pair,
      );
    case 4:
      return [
        ...pairs,
        [
          random.pick(['a01call', 'a02call', '__proto__', 'redirect_uri', 'client_id', 'scope']),
          garbage.text(random),
        ],
      ];
    default:
      return [
        ...pairs,
        ...Array.from({ length: random.pick([20, 99, 101, 300]) }, (_, i): Pair => [`p${i}`, 'v']),
      ];
  }
}
