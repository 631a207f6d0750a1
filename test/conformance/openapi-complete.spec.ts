import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredDocument } from '../../src/app.document.js';
import type { OpenApi, OpenApiOperation } from '../support/openapi-document.js';

/** What the recommended rules don't know: it answers with where to go on, or with a page that says why not. */
const ONLY_REDIRECTS = ['#/paths/~1authorize/', '#/paths/~1.well-known~1change-password/'];

/** The whole document, as the declarations of the operations have it (ADR 8). */
describe('the OpenAPI document is complete', () => {
  let document: OpenAPIObject;
  let operations: [where: string, operation: OpenApiOperation & { 'x-role'?: string }][];
  beforeAll(async () => {
    document = await declaredDocument();
    operations = Object.entries((document as unknown as OpenApi).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    ) as typeof operations;
  });

  it('is made without leaving a file anywhere: a build is no first start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-'));
    const before = process.cwd();
    process.chdir(folder);
    try {
      await declaredDocument();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });

  it('redocly’s recommended rules find nothing', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    const problems = found.map(({ severity, ruleId, message, location: [{ pointer }] }) => ({
      ...{ severity, ruleId, message, pointer },
    }));
    const isByNature = ({ ruleId, pointer = '' }: (typeof problems)[number]): boolean =>
      ruleId === 'operation-2xx-response' && ONLY_REDIRECTS.some((path) => pointer.startsWith(path));
    expect(problems.filter((problem) => !isByNature(problem))).toEqual([]);
    expect(problems.filter(isByNature)).toHaveLength(ONLY_REDIRECTS.length);
  });

  it('every operation says what it answers, of what form, and how it refuses', () => {
    const incomplete = operations.flatMap(([where, { responses }]) => {
      const statuses = Object.keys(responses).map(Number);
      const bare = Object.entries(responses).filter(([status, { content }]) => {
        const isEmpty = /^(202|204|3\d\d)$/.test(status);
        return isEmpty ? content !== undefined : Object.keys(content ?? {}).length === 0;
      });
      return [
        ...(statuses.some((status) => status < 400) ? [] : [`${where}: no success`]),
        ...(statuses.some((status) => status >= 400 && status < 500) ? [] : [`${where}: no refusal`]),
        ...(responses.default ? [`${where}: default`] : []),
        ...bare.map(([status]) => `${where}: ${status}`),
      ];
    });
    expect(operations.length).toBeGreaterThan(100);
    expect(incomplete).toEqual([]);
  });

  it('every operation says who may ask: open ones nobody in particular', () => {
    const isOpen = ([, { security = [] }]: (typeof operations)[number]): boolean => security.length === 0;
    expect(operations.filter(([, { security }]) => security === undefined)).toEqual([]);
    const administration = operations.filter(([where]) => where.includes(' /admin/api/'));
    expect(administration.filter(isOpen).map(([where]) => where)).toEqual([
      'post /admin/api/session',
      'post /admin/api/setup',
    ]);
    expect(administration.filter(([, operation]) => operation['x-role']).some(isOpen)).toBe(false);
    expect(
      operations.filter(([where]) => / \/(?:api|token|revoke|introspect|userinfo)/.test(where)).some(isOpen),
    ).toBe(false);
  });

  it('no two classes that it is made of have one name: one would stand for both', () => {
    const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join('src', file), 'utf8'))
      .filter((text) => text.includes('@ApiProperty'))
      .flatMap((text) => [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
