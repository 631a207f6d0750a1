import type { Command } from 'commander';
import type { CheckView, ExaminationView } from '../api-types.js';
import type { Context } from '../context.js';
import { examples } from '../context.js';
import { Failure } from '../failure.js';
import type { Column } from '../table.js';

const APART_MS = 5000;
const COLUMNS: readonly Column<CheckView>[] = [
  { title: 'result', value: ({ result }) => result, isWhole: true },
  { title: 'check', value: ({ name }) => name, isWhole: true },
  { title: 'found', value: ({ detail }) => detail, isWhole: true },
];

export function register(program: Command, context: Context): void {
  const doctor = program
    .command('doctor')
    .description(
      'Check settings, database, clock, mail, TLS and proxy, with advice for each problem. Exits with 1 on a problem.',
    )
    .action(() => examine(context));
  examples(doctor, {
    'hearth doctor': 'after a deployment',
    'hearth doctor --json | jq \'.[] | select(.result != "ok")\'': 'only warnings and problems',
  });
}

async function examine({ api, output }: Context): Promise<void> {
  const sentAt = Date.now();
  const { body, headers } = await api.request('GET', '/doctor');
  const ours = compareClocks(headers.get('date'), (sentAt + Date.now()) / 2);
  const checks = [...(body as ExaminationView).checks, ours];
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
    return {
      name,
      result: 'warning',
      detail: 'the response has no Date header',
      advice: 'Check whether the proxy removes it.',
    };
  const detail = `the server and this machine are ${Math.round(apartMs / 1000)} s apart`;
  if (apartMs < APART_MS) return { name, result: 'ok', detail, advice: null };
  return { name, result: 'warning', detail, advice: 'Synchronize both clocks with NTP.' };
}
