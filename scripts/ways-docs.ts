import { readFileSync } from 'node:fs';
import { SHOWN } from '../src/identity/ways-in/shown-ways.js';
import { REMEDIES, type Effect, type Remedy } from '../src/identity/ways-in/effects.js';
import { WAYS, type WayKind } from '../src/identity/ways-in/ways.js';
import { TEXTS } from '../src/platform/pages/texts/texts.js';
import { withBlock } from './with-block.js';

export const WAYS_DOCS = 'docs/reference/security.md';

/** As a reader is told it. */
const TOLD: Readonly<Record<Effect, string>> = {
  ends: '**ends**',
  endsOthers: '**ends**, but here',
  endsWeaker: 'weaker **ends**',
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

/** As `/account/security` calls them. */
const GROUPS: Readonly<Record<string, string>> = TEXTS.en.ways.groups;

/** docs/reference/security.md with what each remedy does to each way in. */
export function waysDocs(): string {
  const remedies = Object.keys(REMEDIES) as Remedy[];
  const head = ['Way in', ...remedies.map((remedy) => REMEDIES[remedy])];
  const lines = Object.values(WAYS).map(({ name, effects }) => [
    `${name[0].toUpperCase()}${name.slice(1)}`,
    ...remedies.map((remedy) => TOLD[effects[remedy]]),
  ]);
  const rows = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  const document = withBlock(readFileSync(WAYS_DOCS, 'utf8'), 'ways in', rows.join(''));
  return withBlock(document, 'shown ways', shownWays());
}

/** Where each way in is shown, or why nowhere. */
function shownWays(): string {
  const lines = (Object.keys(WAYS) as WayKind[]).map((kind) => {
    const { [kind]: how }: Readonly<Record<WayKind, string | { readonly because: string }>> = SHOWN;
    const { name } = WAYS[kind];
    return [
      `${name[0].toUpperCase()}${name.slice(1)}`,
      typeof how === 'string' ? GROUPS[how] : `not shown: ${how.because}`,
    ];
  });
  const rows = [['Way in', 'Shown under'], ['---', '---'], ...lines];
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
