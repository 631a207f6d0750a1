import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANUAL } from '../../scripts/manual.mjs';

const AIMS = ['docspage', 'docsoperation'];
let all: string | null = null;

/** What the pages of docs/ say themselves, of SQL and stacks too, for an answer that may be one of them; else nothing. */
export function guidesAt(aim: string, status: number): string {
  return status === 200 && AIMS.includes(aim) ? (all ??= read()) : '';
}

function read(): string {
  const names = readdirSync(MANUAL, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(MANUAL, name), 'utf8'))
    .join('\n');
}
