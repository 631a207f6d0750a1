import { describe, expect, it } from '@jest/globals';
import { problemWithJson } from './sound-json.js';

const nested = (depth: number): unknown =>
  JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);

describe('JSON that can be kept', () => {
  it.each([[null], [undefined], [1], [''], ['👩‍👩‍👧'], ['\\u0000'], [{ a: [{ b: 'c' }] }], [nested(32)]])(
    '%j',
    (value) => {
      expect(problemWithJson(value)).toBeNull();
    },
  );

  it.each([
    ['a\0', 'NUL'],
    [{ a: ['\0'] }, 'NUL'],
    [{ 'a\0': 1 }, 'NUL'],
    [['\ud800'], 'surrogate'],
    [{ '\udc00x': 1 }, 'surrogate'],
    [{ a: [[]] }, 'inside a list'],
    [{ a: [{ constructor: 1 }] }, 'constructor'],
    [JSON.parse('{"__proto__":{"a":1}}'), '__proto__'],
    [[{ a: 1 }, [{ a: 1 }]], 'inside a list'],
    [nested(34), '32 levels'],
    [nested(200_000), '32 levels'],
  ])('not %#: %s', (value, problem) => {
    expect(problemWithJson(value)).toContain(problem);
  });
});
