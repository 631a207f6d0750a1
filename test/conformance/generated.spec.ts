import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CODE } from '../../scripts/generated.mjs';
import { GENERATED as GENERATED_CODE } from '../../scripts/generated-code.js';
import { GENERATED as GENERATED_DOCUMENTS } from '../../scripts/generated-documents.js';
import { LISTS } from '../../scripts/lists.mjs';

const ignored = readFileSync('.gitignore', 'utf8').split('\n');
const MADE = { ...LISTS, ...GENERATED_CODE, ...GENERATED_DOCUMENTS };

describe('what is generated from the declarations', () => {
  it.each(Object.entries(MADE))('is up to date: else run npm run generate: %s', async (path, make) => {
    expect(readFileSync(path, 'utf8')).toBe(await make());
  });

  it('is in Git if people read it there, and not if it is code', () => {
    const code = [...Object.keys(LISTS), ...Object.keys(GENERATED_CODE)];
    expect(code.filter((path) => !ignored.includes(`/${path}`))).toEqual([]);
    expect(Object.keys(GENERATED_DOCUMENTS).filter((path) => ignored.includes(`/${path}`))).toEqual([]);
  });

  it('is reported as missing or outdated by name', () => {
    expect(Object.keys(GENERATED_CODE).sort()).toEqual([...CODE].sort());
  });
});
