import { readFileSync } from 'node:fs';
import { Errors } from '../src/platform/errors/catalogue.js';
import { OAUTH_ERRORS } from '../src/platform/errors/oauth-errors.js';
import { Problems } from '../src/platform/errors/problems.js';
import { ERRORS_BY_NAME, meaningsOf } from '../src/platform/reference/errors.js';
import { doctorFindings } from './doctor-findings.js';
import { hasWords } from './printed-words.js';
import { citationsFrom } from './relative-links.js';
import { startRefusals } from './start-refusals.js';
import { withBlock } from './with-block.js';

export const TROUBLESHOOTING_DOCS = 'docs/reference/troubleshooting.md';

/** docs/reference/troubleshooting.md with everything that the sources say themselves. */
export function troubleshootingDocs(): string {
  const refusals = Object.entries(startRefusals()).map(([group, messages]): [string, string] => [
    `${group} refused`,
    messages.map((message) => `- ${code(message)}\n`).join(''),
  ]);
  const blocks = [
    ['errors of calls', errorsOfCalls()],
    ['errors of OAuth', errorsOfOAuth()],
    ['problems', problems()],
    ['findings', findings()],
    ...refusals,
  ];
  return blocks.reduce(
    (document, [name, content]) => withBlock(document, name, content),
    readFileSync(TROUBLESHOOTING_DOCS, 'utf8'),
  );
}

function errorsOfCalls(): string {
  const rows = [...ERRORS_BY_NAME].map(([name, same]) => {
    const answers = same.map(({ status, value }) => (status === value ? `${status}` : `${status}, ${value}`));
    return [
      `<a id="${name}"></a>${code(name)}`,
      [...new Set(answers)].join('; '),
      meaningsOf(same).join(' '),
    ];
  });
  return table([['Error', 'Status, value', 'What it means, and what to do'], ...rows]);
}

function errorsOfOAuth(): string {
  const rows = Object.entries(OAUTH_ERRORS).map(([error, meaning]) => [
    `<a id="${error}"></a>${code(error)}`,
    meaning,
  ]);
  return table([['`error`', 'What it means, and what to do'], ...rows]);
}

/** Of those that an error of the catalogue has, its name says more. */
function problems(): string {
  const own = Object.values(Problems).map(({ type, status, title }) => [
    code(type),
    `${status}`,
    `${title}.`,
  ]);
  const known = new Set<string>(Object.values(Problems).map(({ type }) => type));
  const ofErrors = Object.values(Errors).flatMap(({ problem, status, meaning }) =>
    problem === null || known.has(problem) ? [] : [[code(problem), `${status}`, meaning]],
  );
  const rows = [...own, ...ofErrors].filter(
    ([type], index, all) => all.findIndex(([one]) => one === type) === index,
  );
  return table([['`type`', 'Status', 'What it means'], ...rows]);
}

function findings(): string {
  const rows = doctorFindings().map(({ check, result, details, advice }) => [
    `${code(check)}, ${result}`,
    details.filter(hasWords).map(code).join(' or '),
    citationsFrom(TROUBLESHOOTING_DOCS, advice.join(' Or: ')),
  ]);
  return table([['Check', 'What it says', 'What to do'], ...rows]);
}

function table([head, ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

/** As code, whatever is in it. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
