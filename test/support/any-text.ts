import fc from 'fast-check';

const SURROGATES = { from: 0xd800, to: 0xe000 };
const LAST = 0x10ffff - (SURROGATES.to - SURROGATES.from);

/**
 * Any code point but a lone surrogate, every second one of ASCII. The unit `binary` of fast-check does this too,
 * after making a table that took each test file a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(LAST))
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.to - SURROGATES.from));

const part = fc.string({ unit: anyCharacter }).map(encodeURIComponent);

/**
 * The query of a web address. `webUrl` and `webQueryParameters` of fast-check do this too, after making tables
 * that took each test file a second.
 */
export const anyQuery: fc.Arbitrary<string> = fc
  .array(fc.tuple(part, part))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

/** A web address without a query. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part))
  .map(([scheme, host, path]) => `${scheme}://${[host, ...path].join('/')}`);
