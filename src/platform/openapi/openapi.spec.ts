import { describe, expect, it } from '@jest/globals';
import { withoutReferences } from './openapi.js';

describe('descriptions', () => {
  it.each([
    ['The last rule wins (D35).', 'The last rule wins.'],
    ['Kind of Identifier (D23, D115).', 'Kind of Identifier.'],
    ['Must exist (§7.2).', 'Must exist.'],
    ['One of them (D15, §5.3.8), or two.', 'One of them, or two.'],
    ['Begins (RFC 6749 §4.1.1, PKCE).', 'Begins (RFC 6749 §4.1.1, PKCE).'],
    ['A picture (WebP).', 'A picture (WebP).'],
  ])('%s becomes %s', (written, shown) => {
    const document = { paths: { '/a': { summary: written, parameters: [{ description: written }] } } };
    expect(withoutReferences(document)).toEqual({
      paths: { '/a': { summary: shown, parameters: [{ description: shown }] } },
    });
  });

  it('nothing but descriptions and summaries', () => {
    const example = { example: 'as it is (D12)', enum: ['x (D1)'] };
    expect(withoutReferences(example)).toEqual(example);
  });
});
