import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { commandsFor } from '../scripts/test-commands.mjs';
import { LANES, PROJECTS } from './lanes.mjs';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${TOP}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

describe('test lanes', () => {
  const specs = ['src', 'client/src', 'bench', 'test'].flatMap((folder) =>
    readdirSync(`${TOP}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.spec.ts'))
      .map((path) => `${folder}/${path}`),
  );
  const projectsOf = (path: string, patterns: (name: string) => string[]) =>
    Object.keys(PROJECTS).filter((name) => patterns(name).some((pattern) => matches(pattern, path)));

  it('run each test file in a project', () => {
    const all = (name: string) => [...PROJECTS[name].files, ...(PROJECTS[name].onPostgres ?? [])];
    expect(specs.length).toBeGreaterThan(300);
    expect(specs.filter((path) => projectsOf(path, all).length === 0)).toEqual([]);
  });

  it('run no test file in two projects', () => {
    const several = specs.filter((path) => projectsOf(path, (name) => PROJECTS[name].files).length > 1);
    expect(several).toEqual([]);
  });

  it('leave out no project', () => {
    const run = new Set(Object.values(LANES).flatMap(({ projects }) => projects));
    expect([...run].sort()).toEqual(Object.keys(PROJECTS).sort());
  });

  it('are npm scripts of the same name', () => {
    const calls = Object.entries(scripts).filter(([, command]) => command.includes('scripts/test.mjs'));
    const declared = Object.keys(LANES).map((name) => [name, `node scripts/test.mjs ${name}`]);
    expect(Object.fromEntries(calls)).toEqual(Object.fromEntries(declared));
  });
});

describe('the arguments of npm test', () => {
  const here = {
    projects: {
      unit: { runner: 'jest', files: ['src/**/*.spec.ts'] },
      stories: { runner: 'jest', files: ['test/*.spec.ts'], onPostgres: ['test/*.spec.ts'] },
      walks: { runner: 'playwright', files: ['test/walks/*.spec.ts'] },
    } as typeof PROJECTS,
    lanes: {
      test: { projects: ['unit', 'stories', 'walks'] },
      postgres: { projects: ['stories'], postgres: true },
    },
  };
  const STORY = 'test/stories/refresh.spec.ts';
  const WALK = 'test/walks/console.spec.ts';

  /** Each runner with its arguments, without the constant ones. */
  function planned(lane: string, args: string[], hasPostgres = false) {
    const { commands, leftOut } = commandsFor(lane, args, hasPostgres, here);
    const own = /jest\.js$|^test$|^--workerIdleMemoryLimit=/;
    return [
      ...commands.map(({ runner, args: all }) => {
        const program = all.findIndex((arg) => /\/(jest|cli)\.js$/.test(arg));
        return [runner, ...all.slice(program + 1).filter((arg) => !own.test(arg))].join(' ');
      }),
      ...leftOut.map((name) => `without ${name}`),
    ];
  }

  it('none: each runner of the lane runs its projects, in turn', () => {
    expect(planned('test', [])).toEqual(['jest --selectProjects unit stories', 'playwright --project=walks']);
  });

  it('a file runs with its runner, whatever the lane', () => {
    for (const file of [STORY, `./${STORY}`, `${TOP}${STORY}`, 'test/stories', 'src/oauth'])
      expect(planned('test', [file])).toEqual([`jest ${file}`]);
    for (const file of [WALK, `./${WALK}`, `${WALK}:12`, `${TOP}${WALK}`, 'test/walks', 'test/walks/'])
      expect(planned('postgres', [file], true)).toEqual([`playwright ${file}`]);
    expect(planned('test', [WALK, STORY])).toEqual([`playwright ${WALK}`, `jest ${STORY}`]);
  });

  it('a title filter uses the option of the runner', () => {
    for (const option of ['-t', '--testNamePattern', '-g', '--grep']) {
      expect(planned('test', [STORY, option, 'a/b.spec.ts'])).toEqual([
        `jest --testNamePattern a/b.spec.ts ${STORY}`,
      ]);
      expect(planned('test', [WALK, `${option}=a=b`])).toEqual([`playwright --grep=a=b ${WALK}`]);
    }
  });

  it('options without a file go to the first runner, and the output names the runner that runs nothing', () => {
    expect(planned('test', ['--json', '--outputFile', 'coverage/all.json'])).toEqual([
      'jest --json --outputFile coverage/all.json --selectProjects unit stories',
      'without walks',
    ]);
    expect(planned('test', ['-t', 'test/one'])).toEqual([
      'jest --testNamePattern test/one --selectProjects unit stories',
      'without walks',
    ]);
    expect(planned('test', ['--selectProjects', 'unit'])).toEqual([
      'jest --selectProjects unit',
      'without walks',
    ]);
    expect(planned('test', [STORY, '--watch'])).toEqual([`jest --watch ${STORY}`]);
  });

  it('with a PostgreSQL, files that may differ there run', () => {
    expect(planned('test', [], true)).toEqual(['jest --selectProjects stories']);
    expect(planned('postgres', [])).toEqual(['jest --selectProjects stories']);
  });

  it.each([
    ['postgres', false, true],
    ['postgres', true, false],
    ['test', false, false],
    ['test', true, false],
  ])('of the lane %s, with a PostgreSQL %s: one is started %s', (lane, hasPostgres, starts) => {
    const { commands } = commandsFor(lane, [STORY], hasPostgres, here);
    expect(commands.map(({ startsPostgres }) => startsPostgres)).toEqual([starts]);
  });
});

/** Patterns use `*` for a name and `**` for folders. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(.+/)?')
    .replace(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${source}$`).test(path);
}
