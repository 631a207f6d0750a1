import type { Command } from 'commander';
import type { CheckView, ExaminationView } from '../api-types.js';
import { type Context, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { compareWithAdvisories, type AffectedPackage } from '../osv.js';
import { OWN_SBOM, readSbom } from '../sbom.js';
import { columns } from '../output.js';

const APART_MS = 5000;
const COLUMNS = columns<CheckView>(['result', 'check:name', 'found:detail']);

export function register(program: Command, context: Context): void {
  subcommand(
    program,
    'doctor',
    'Check settings, database, clock, mail, TLS and proxy, with advice for each problem. Exits with 1 on a problem.',
    {
      'hearth doctor': 'after a deployment',
      'hearth doctor --json | jq \'.[] | select(.result != "ok")\'': 'only warnings and problems',
      'hearth doctor --osv npm-all.zip':
        'after a download of all advisories about npm, such as that of osv.dev',
    },
  )
    .option(
      '--osv <path>',
      'compare the packages of this build with advisories, asking no server: a file in OSV format, a folder or a zip',
    )
    .option('--sbom <file>', 'the SBOM to compare; default: the one of this build')
    .action(({ osv, sbom }: Options) => {
      if (osv !== undefined) return examinePackages(context, sbom ?? OWN_SBOM, osv);
      if (sbom !== undefined) throw new Failure('--sbom goes with --osv.', 'usage');
      return examine(context);
    });
}

interface Options {
  readonly osv?: string;
  readonly sbom?: string;
}

async function examine({ api, output }: Context): Promise<void> {
  const sentAt = Date.now();
  const { body, headers } = await api.request('GET', '/doctor');
  const ours = compareClocks(headers.get('date'), (sentAt + Date.now()) / 2);
  const checks = [...(body as ExaminationView).checks, ours];
  await tell(output, checks);
}

/** Compares the packages of a build with advisories that the operator downloaded (D421). */
async function examinePackages({ output }: Context, file: string, osv: string): Promise<void> {
  const sbom = readSbom(file);
  const { advisories, findings } = await compareWithAdvisories(sbom, osv);
  const compared = `${sbom.packages.length} packages and ${sbom.application.name} ${sbom.application.version}, ${advisories} advisories`;
  const none: CheckView = {
    name: 'packages',
    result: 'ok',
    detail: `${compared}: none affected`,
    advice: null,
  };
  await tell(output, findings.length === 0 ? [none] : findings.map(checkOf));
}

function checkOf({ found, id, aliases, summary, range, fixed }: AffectedPackage): CheckView {
  const ids = [id, ...aliases].join(', ');
  const detail = `${ids}: ${range}${summary === '' ? '' : ` (${summary})`}`;
  const advice = fixed === null ? `No corrected version is named: see ${id}.` : `Corrected in ${fixed}.`;
  return problem(`${found.name} ${found.version}`, detail, advice);
}

/** Shows checks and advice. @throws Failure for a problem */
async function tell(output: Context['output'], checks: readonly CheckView[]): Promise<void> {
  await output.rows(COLUMNS, checks);
  const found = checks.filter(({ result }) => result !== 'ok');
  if (!output.isJson) for (const { name, advice } of found) output.say(`${name}: ${advice ?? ''}`);
  const problems = found.filter(({ result }) => result === 'problem').length;
  if (problems > 0) throw new Failure(`${problems} of ${checks.length} checks found a problem.`);
  output.say(found.length === 0 ? 'All checks passed.' : 'No problems, but see the warnings.');
}

/** Compares the server's clock with this machine's: the Date header has whole seconds. */
function compareClocks(date: string | null, now: number): CheckView {
  const name = 'clock, seen from here';
  const apartMs = Math.abs(Date.parse(date ?? '') - now);
  if (Number.isNaN(apartMs))
    return warning(name, 'the response has no Date header', 'Let the proxy pass it on.');
  const detail = `the server and this machine are ${Math.round(apartMs / 1000)} s apart`;
  if (apartMs < APART_MS) return { name, result: 'ok', detail, advice: null };
  return warning(name, detail, 'Synchronize both clocks with NTP.');
}

function warning(name: string, detail: string, advice: string): CheckView {
  return { name, result: 'warning', detail, advice };
}

function problem(name: string, detail: string, advice: string): CheckView {
  return { name, result: 'problem', detail, advice };
}
