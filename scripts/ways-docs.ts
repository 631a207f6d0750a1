import { readFileSync } from 'node:fs';
import { REMEDIES, WAYS, type Effect, type Remedy } from '../src/identity/ways-in/ways.js';
import { withBlock } from './with-block.js';

export const WAYS_DOCS = 'docs/security.md';

/** As a reader is told it. */
const TOLD: Readonly<Record<Effect, string>> = {
  ends: '**ends**',
  endsOthers: '**ends**, but here',
  endsYoung: 'young **ends**',
  suspendsYoung: 'young **suspended**',
  endsOfIt: '**ends**, of it',
  suspendsOfIt: 'young **suspended**, of it',
  itself: 'that one **ends**',
  replaced: 'replaced',
  paused: 'paused',
  deleted: 'deleted',
  stays: 'stays',
};

/** docs/security.md with what each remedy does to each way in. */
export function waysDocs(): string {
  const remedies = Object.keys(REMEDIES) as Remedy[];
  const head = ['Way in', ...remedies.map((remedy) => REMEDIES[remedy])];
  const lines = Object.values(WAYS).map(({ name, effects }) => [
    `${name[0].toUpperCase()}${name.slice(1)}`,
    ...remedies.map((remedy) => TOLD[effects[remedy]]),
  ]);
  const rows = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  return withBlock(readFileSync(WAYS_DOCS, 'utf8'), 'ways in', rows.join(''));
}
