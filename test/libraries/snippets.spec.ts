import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Without white space, and the comma that a list ends with. */
const bare = (text: string) => text.replaceAll(/\s/g, '').replaceAll(/,(?=[\])}])/g, '');

it('docs/sign-people-in/client-library.md shows parts of the examples, and of the page that runs in a browser', () => {
  const run = [
    '../../examples/television/app.mjs',
    '../../examples/third-party-app/app.mjs',
    '../../examples/web-flow-app/app.mjs',
    '../browser/client-library.spec.ts',
  ].map((path) => bare(read(path)));
  const blocks = [...read('../../docs/sign-people-in/client-library.md').matchAll(/```js\n(.*?)```/gs)];
  expect(blocks.length).toBeGreaterThan(7);
  for (const [, text] of blocks) expect(run.filter((all) => all.includes(bare(text)))).toHaveLength(1);
});

it.each(['express-openid-connect-app.mjs', 'better-auth.spec.ts'])(
  'docs/sign-people-in/libraries.md shows the settings of %s',
  (file) => {
    const blocks = [...read('../../docs/sign-people-in/libraries.md').matchAll(/```js\n(.*?)```/gs)].map(
      ([, text]) => bare(text),
    );
    expect(blocks.filter((block) => bare(read(file)).includes(block))).toHaveLength(1);
  },
);
