import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios/all.js';
import type { Scenario } from './scenarios/scenario.js';

export interface Options {
  readonly scenarios: readonly Scenario[];
  readonly isList: boolean;
  readonly isMarkdown: boolean;
  readonly seconds: number;
  readonly workers: number;
}

export const HELP = `npm run chaos -- [options]

Runs two nodes on a PostgreSQL of their own, under load, makes something fail, and verifies in the database and through
the API all that was acknowledged. Everything is on this machine, on ports of its own, and is gone afterwards.

  --scenario A,B   which (all): --list names them
  --list           the scenarios, and which of them this machine can't make
  --seconds S      of load before the fault and after it (8); a scenario ends within six minutes, whatever happens
  --workers N      people with tokens (12); beside them some change passwords, provision, and try what was ended
  --markdown       the table as it stands in docs/operate/measured.md
  --help

Needs PostgreSQL 14 or later: the newest in Debian's folders, or the one in PATH.

Exit code: 0 nothing was lost, doubled, refused, ended or revived that should not be; 1 something was; 2 the run could
not be made; 130 interrupted.
`;

/** @returns null when help was requested. @throws Error naming what is wrong */
export function parseOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      scenario: { type: 'string' },
      list: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '8' },
      workers: { type: 'string', default: '12' },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    scenarios: values.scenario === undefined ? SCENARIOS : values.scenario.split(',').map(named),
    isList: values.list,
    isMarkdown: values.markdown,
    seconds: whole('--seconds', values.seconds, 1, 60),
    workers: whole('--workers', values.workers, 1, 100),
  };
}

function named(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name.trim());
  if (!found)
    throw new Error(`--scenario takes ${SCENARIOS.map((each) => each.name).join(', ')}; not "${name}"`);
  return found;
}

function whole(name: string, text: string, from: number, to: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Error(`${name} must be a whole number from ${from} to ${to}`);
}
