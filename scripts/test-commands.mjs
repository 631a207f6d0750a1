import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, LANES, PROJECTS } from '../test/lanes.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WITH_POSTGRES = '.ci/with-postgres';
const TITLE_OPTIONS = ['-t', '--testNamePattern', '-g', '--grep'];

const RUNNERS = {
  jest: {
    program: [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--single-threaded-gc',
      '--max-semi-space-size=64',
      '--enable-source-maps',
      'node_modules/jest/bin/jest.js',
    ],
    titleOption: '--testNamePattern',
    // What a test file loaded is never quite freed: beyond this, looking for garbage takes longer than a fresh worker. Files
    // that are named are few, and run in Jest's own process, since a worker takes a second to start.
    choose: (projects) => ['--workerIdleMemoryLimit=1200MB', '--selectProjects', ...projects],
    report: (file) => ({ args: ['--json', `--outputFile=${file}`], env: {} }),
  },
  playwright: {
    program: ['node_modules/@playwright/test/cli.js', 'test'],
    titleOption: '--grep',
    choose: (projects) => projects.map((project) => `--project=${project}`),
    report: (file) => ({ args: ['--reporter=line,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  },
};

/**
 * The commands that run a lane, or the files among the arguments, wherever they belong. Options are those of one runner: where
 * a lane has two and no file is named, the first runner gets them, and the projects of the other are `leftOut`.
 *
 * @returns {{ commands: { runner: string, args: string[], startsPostgres: boolean }[], leftOut: string[] }}
 */
export function commandsFor(
  laneName,
  args,
  hasPostgres,
  { lanes, projects } = { lanes: LANES, projects: PROJECTS },
) {
  const lane = lanes[laneName];
  const { files, options } = sorted(args);
  const startsPostgres = Boolean(lane.postgres) && !hasPostgres;
  const command = (runner, chosen) => ({
    runner,
    args: [...RUNNERS[runner].program, ...optionsOf(runner, options), ...chosen],
    startsPostgres,
  });
  if (files.length > 0) {
    const byRunner = grouped(files, (file) => runnerOf(file, projects));
    return { commands: byRunner.map(([runner, named]) => command(runner, named)), leftOut: [] };
  }
  const runsHere = (name) => filesOf(projects[name], hasPostgres || startsPostgres).length > 0;
  const [first, ...others] = grouped(lane.projects.filter(runsHere), (name) => projects[name].runner);
  if (options.length === 0)
    return {
      commands: [first, ...others].map(([runner, names]) => command(runner, RUNNERS[runner].choose(names))),
      leftOut: [],
    };
  const isChosen = options.some((option) => option.startsWith('--selectProjects'));
  return {
    commands: [command(first[0], isChosen ? [] : RUNNERS[first[0]].choose(first[1]))],
    leftOut: others.flatMap(([, names]) => names),
  };
}

/** What to start for a command; with `report`, the runner writes its results to that file too, as JSON. */
export function processFor({ runner, args, startsPostgres }, { report, more = [] } = {}) {
  const extra = report ? RUNNERS[runner].report(report) : { args: [], env: {} };
  const node = [process.execPath, ...args, ...extra.args, ...more];
  const [file, ...rest] = startsPostgres ? [WITH_POSTGRES, ...node] : node;
  return { file, args: rest, env: { ...process.env, ...extra.env } };
}

function sorted(args) {
  const isFile = (arg, index) =>
    !TITLE_OPTIONS.includes(args[index - 1]) &&
    (/^[^-].*\.spec\.ts(:\d+)*$/.test(arg) || /^(test|src|client)\/[^.]*$/.test(fromTop(arg)));
  return { files: args.filter(isFile), options: args.filter((arg, index) => !isFile(arg, index)) };
}

function optionsOf(runner, options) {
  return options.map((option) => {
    const name = /^[^=]+/.exec(option)?.[0];
    return TITLE_OPTIONS.includes(name) ? option.replace(name, RUNNERS[runner].titleOption) : option;
  });
}

function runnerOf(file, projects) {
  const isIn = (pattern) => `${fromTop(file)}/`.startsWith(pattern.slice(0, pattern.indexOf('*')));
  const project = Object.values(projects).find(({ runner, files }) => runner !== 'jest' && files.some(isIn));
  return project?.runner ?? 'jest';
}

function fromTop(path) {
  return relative(ROOT, resolve(ROOT, path));
}

function grouped(all, keyOf) {
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}
