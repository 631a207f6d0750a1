import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GENERATED } from '../../scripts/generated.js';

describe('what is made from the declarations is as they are: else run npm run generate', () => {
  it.each(Object.entries(GENERATED))('%s', async (path, make) => {
    expect(readFileSync(path, 'utf8')).toBe(await make());
  });
});
