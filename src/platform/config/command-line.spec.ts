import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hearthCommand } from './command-line.js';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hearth-project-'));
});
afterEach(() => rmSync(project, { recursive: true }));

const typed = (from: { folder?: string; program?: string; project?: string }) =>
  hearthCommand('doctor', { folder: project, program: '/srv/dist/main.js', project, ...from });

describe('a command as it is typed', () => {
  it('in the project: by its script', () => {
    mkdirSync(join(project, 'scripts'));
    writeFileSync(join(project, 'scripts', 'build-if-stale.mjs'), '');
    expect(typed({})).toBe('npm run hearth -- doctor');
    expect(typed({ folder: join(project, 'docs') })).toBe(`node ${project}/dist/bundle/hearth.js doctor`);
  });

  it('in a container, which has no scripts: by the built file', () => {
    expect(typed({})).toBe('node dist/bundle/hearth.js doctor');
    expect(typed({ folder: '/' })).toBe(`node ${project.slice(1)}/dist/bundle/hearth.js doctor`);
  });

  it('elsewhere: by the whole path, which a shell takes as one word', () => {
    expect(typed({ folder: '/nowhere' })).toBe(`node ${project}/dist/bundle/hearth.js doctor`);
    expect(typed({ folder: '/nowhere', project: "/srv/Anna's Hearth" })).toBe(
      String.raw`node '/srv/Anna'\''s Hearth/dist/bundle/hearth.js' doctor`,
    );
  });

  it('where it was linked: by its name', () => {
    expect(typed({ program: '/usr/local/bin/hearth' })).toBe('hearth doctor');
  });

  it('from the sources themselves: in the project that they belong to', () => {
    expect(hearthCommand('doctor', { program: 'x' })).toBe('npm run hearth -- doctor');
  });
});
