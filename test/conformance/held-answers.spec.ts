import { beforeAll, describe, expect, it } from '@jest/globals';
import { declaredDocument } from '../../src/app.document.js';
import { heldDocument, type HeldDocument } from '../support/held-answers.js';

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';
const LIST = { items: [], next: null };

/** The check of every story's answers against the document finds each kind of error. */
describe('answers checked against the document', () => {
  let document: HeldDocument;
  beforeAll(async () => {
    document = heldDocument(await declaredDocument());
  });

  const problemWith = (path: string, status: number, type: string, body: unknown): string | null =>
    document.problemWith('GET', path, status, type, [Buffer.from(body === '' ? '' : JSON.stringify(body))]);

  it('accept an answer as declared', () => {
    expect(problemWith('/admin/api/accounts', 200, JSON_TYPE, LIST)).toBeNull();
    expect(problemWith('/admin/api/accounts/1/sessions', 200, JSON_TYPE, LIST)).toBeNull();
    expect(problemWith('/api', 200, JSON_TYPE, { a01: { r: { r: 'true' }, cn: 'accping' } })).toBeNull();
    expect(problemWith('/account', 200, 'text/html', '')).toBeNull();
  });

  it.each([
    ['an undeclared status', '/admin/api/accounts', 418, JSON_TYPE, LIST, 'is not declared'],
    ['another media type', '/admin/api/accounts', 200, 'text/html', LIST, 'text/html is not declared'],
    ['a missing member', '/admin/api/accounts', 200, JSON_TYPE, { items: [] }, 'required'],
    [
      'an undeclared member',
      '/admin/api/accounts',
      200,
      JSON_TYPE,
      { ...LIST, x: 1 },
      'additional properties',
    ],
    ['a wrong type', '/admin/api/accounts', 200, JSON_TYPE, { ...LIST, items: {} }, 'must be array'],
    ['a wrong problem', '/admin/api/accounts', 401, PROBLEM, { title: 'x' }, 'required'],
    ['of a call selected by name', '/api', 200, JSON_TYPE, { a01: { r: { r: 1 }, cn: 'accping' } }, 'string'],
  ])('find an answer wrong with %s', (_, path, status, type, body, problem) => {
    expect(problemWith(path, status, type, body)).toContain(problem);
  });
});
