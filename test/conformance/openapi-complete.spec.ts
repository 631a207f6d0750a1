import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredDocument } from '../../src/app.document.js';
import type { OpenApi, OpenApiOperation } from '../support/openapi-document.js';

/** Exception to the recommended rules: it answers with a redirect, or with a page that says why not. */
const ONLY_REDIRECTS = ['authorize', '.well-known~1change-password', 'sign-out'].map(
  (path) => `#/paths/~1${path}/`,
);

/** The whole document, as the operations declare it (ADR 8). */
describe('the OpenAPI document is complete', () => {
  let document: OpenAPIObject;
  let operations: [
    where: string,
    operation: OpenApiOperation & { 'x-role'?: string; description?: string },
  ][];
  beforeAll(async () => {
    document = await declaredDocument();
    operations = Object.entries((document as unknown as OpenApi).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    ) as typeof operations;
  });

  it('is generated without leaving a file: a build is no first start', async () => {
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

  it('passes redocly’s recommended rules', async () => {
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

  it('describes the answers of every operation, their format, and its refusals', () => {
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

  it('says who may call every operation: open ones require no one in particular', () => {
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

  it('says which calls ask for a recent sign-in', () => {
    const says = /sign-in of the last five minutes/;
    const marked = operations.filter(([, { description }]) => says.test(description ?? ''));
    const names = new Set(marked.map(([where]) => where.replace(/^\w+ /, '')));
    expect([...names].sort()).toEqual(
      ['deletefamily', 'handover', 'invite', 'leave', 'removemember', 'setmembertype'].map(
        (name) => `/api/fam/${name}`,
      ),
    );
  });

  it('is made of classes with distinct names: otherwise one would replace another', () => {
    const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join('src', file), 'utf8'))
      .filter((text) => text.includes('@ApiProperty'))
      .flatMap((text) => [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
