import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules or tags; left out: all of axe's defaults. */
export type Judged = NonNullable<RunOptions['runOnly']>;

/**
 * The findings of axe, as text. It is loaded once into a document and reports nothing but violations: a quarter of
 * the time of its package for Playwright, which loads it for each question and looks into frames. The one page with a
 * frame shows pages in it that are judged by themselves.
 */
export async function violationsOf(page: Page, judged?: Judged): Promise<string[]> {
  if (page.frames().some((frame) => frame.parentFrame() !== null && frame.name() !== 'preview'))
    throw new Error('axe does not look into frames here');
  await page.evaluate(`if (!window.axe) { ${SOURCE} }`);
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(judged && { runOnly: judged }),
  };
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}
