import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageOf, QUICKSTARTS } from '../../scripts/quickstarts.js';
import { asShown, commandsInTables, hasCommands, type Step, stepsOf } from '../support/doc-page.js';
import { FreshFolder } from '../support/pasted-shell.js';

/** Run from the first line to the last, each in a folder of its own. */
const RUN = [
  'SECURITY.md',
  'docs/sign-people-in/authentication.md',
  'docs/sign-people-in/browser-applications.md',
  'docs/sign-people-in/client-library.md',
  'docs/sign-people-in/devices.md',
  'docs/sign-people-in/dpop.md',
  'docs/provision/provisioning.md',
  'docs/sign-people-in/pushed-requests.md',
  'docs/sign-people-in/resource-servers.md',
  'docs/sign-people-in/single-sign-on.md',
  'docs/sign-people-in/third-party.md',
  'docs/sign-people-in/unregistered-clients.md',
  'docs/sign-people-in/web-flow.md',
  'docs/provision/webhooks.md',
];

/** Pages with commands that are not run, and the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'docs/operate/embedded-to-postgresql.md':
    'needs a PostgreSQL and a server that is down; test/postgres/move.spec.ts moves a database',
  'CONTRIBUTING.md': 'works on the project itself: installs, builds, tests, debugs, makes migrations',
  'README.md': 'installs and tests the project; test/process/first-start.spec.ts runs its call',
  'docs/administer/administration.md':
    'asks people at a terminal; test/cli runs the commands, and holds their names to the page',
  'docs/administer/moving-out.md':
    'needs two servers; test/cli/export-records.spec.ts moves accounts and families',
  'docs/administer/command-line.md':
    'asks people at a terminal; test/cli runs the commands, and holds their names to the page',
  'docs/sign-people-in/branding.md':
    'needs an administrator who is signed in; test/cli runs the commands, and holds their names to the page',
  'docs/reference/fuzzing.md': 'takes minutes to hours; test/fuzz runs it',
  'docs/start/from-auth0.md': 'needs an export of a tenant; test/cli/import-accounts.spec.ts imports one',
  'docs/start/from-csv.md': 'needs a table of accounts; test/cli/import-accounts.spec.ts imports one',
  'docs/start/from-firebase.md': 'needs an export of a project; test/cli/import-firebase.spec.ts imports one',
  'docs/start/from-keycloak.md': 'needs an export of a realm; test/cli/import-accounts.spec.ts imports one',
  'docs/start/getting-started.md': 'clones and installs the project; test/process/tour.spec.ts runs the tour',
  'docs/operate/incidents.md':
    'needs an incident; the page says when each was tried, and test/faults has most of it',
  'docs/operate/reference.md': 'describes; test/deploy and test/faults run it',
  'docs/operate/runbook.md':
    'needs containers, a PostgreSQL, production; test/deploy and test/faults run what it describes',
};

const read = (page: string) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

it('runs every page with commands, or gives a reason not to', () => {
  const pages = readdirSync(new URL('../..', import.meta.url)).concat(
    readdirSync(new URL('../../docs', import.meta.url), { recursive: true, encoding: 'utf8' }).map(
      (name) => `docs/${name}`,
    ),
  );
  const withCommands = pages.filter((page) => page.endsWith('.md') && hasCommands(read(page)));
  const elsewhere = QUICKSTARTS.map(pageOf); // test/process/quickstarts.spec.ts
  expect(withCommands.sort()).toEqual([...RUN, ...elsewhere, ...Object.keys(NOT_RUN)].sort());
});

describe('the documentation, pasted line by line', () => {
  describe.each(RUN)('%s', (page) => {
    const folder = new FreshFolder();
    beforeAll(() => folder.start());
    afterAll(() => folder.close());

    it('prints the documented output', async () => {
      const steps = stepsOf(read(page));
      const came = await folder.paste(steps.map(({ shell }) => shell));
      const shown = steps.map((step) => told(step, folder.here(step.shown)));
      expect(
        steps.map((step, index) => {
          const { code, output } = came[index];
          return told(step, asShown(output, folder.here(step.shown)), code);
        }),
      ).toEqual(shown);
    });
  });

  describe('docs/start/which-way.md', () => {
    const folder = new FreshFolder();
    beforeAll(() => folder.start());
    afterAll(() => folder.close());

    it('each way to authenticate works as written', async () => {
      const steps = commandsInTables(read('docs/start/which-way.md'));
      expect(steps).toHaveLength(8);
      const [, ...came] = await folder.paste(['. data/demo.env', ...steps.map(({ shell }) => shell)]);
      for (const [index, step] of steps.entries()) {
        expect(told(step, '', came[index].code)).toBe(told(step, ''));
        expect(came[index].output).toMatch(/"access_token":"|"r":\{"r":|Bob Demo/);
        expect(came[index].output).not.toMatch(/"ex":|"error":/);
      }
    });
  });
});

/** With its place, so that a difference shows where it is. */
function told({ line, shell }: Step, output: string, code = 0): string {
  return `line ${line}: ${shell.split('\n')[0]}\nends with ${code}\n${output}`;
}
