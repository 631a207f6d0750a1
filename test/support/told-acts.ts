import type { Page } from '@playwright/test';
import { eventually } from './eventually.js';

/** What a person sees beside the page, and knows. */
export interface Surroundings {
  /** What the terminal of the application printed. */
  readonly printed: string;
  /** What the terminal of the server has printed until now. */
  readonly printedByServer: () => string;
  readonly bob: { readonly identifier: string; readonly password: string };
}

const ADDRESS = /https?:\/\/[^\s"<>]+/g;
const ACT =
  /^Open <(?<url>[^>]+)>|^Open the (?<found>address|link)|\*\*(?<press>[^*]+)\*\*|(?<verb>sign in as Bob|type the code|choose a password)/g;

/** Does in a browser what a paragraph tells, word by word; see quickstart-page.ts. */
export async function doAsTold(told: string, page: Page, around: Surroundings): Promise<void> {
  for (const { groups = {} } of told.matchAll(ACT)) {
    const { url, found, press, verb } = groups;
    if (url) await page.goto(url);
    else if (found)
      await page.goto(found === 'link' ? await linkIn(around.printedByServer) : lastAddress(around.printed));
    else if (press) await pressed(page, press);
    else await typed(page, verb, around);
  }
}

/** The link of a message that was not sent. */
function linkIn(printed: () => string): Promise<string> {
  return eventually(() => Promise.resolve(/"link":"([^"]+)"/.exec(printed())?.[1] ?? null));
}

function lastAddress(text: string): string {
  const address = text.match(ADDRESS)?.at(-1);
  if (address === undefined) throw new Error(`no address was printed: ${text}`);
  return address;
}

async function pressed(page: Page, name: string): Promise<void> {
  const exact = { name, exact: true };
  await page.getByRole('button', exact).or(page.getByRole('link', exact)).click();
}

async function typed(page: Page, verb: string, { printed, bob }: Surroundings): Promise<void> {
  if (verb === 'sign in as Bob') {
    await page.fill('#identifier', bob.identifier);
    await page.fill('#password', bob.password);
    await page.click('form.card button[type=submit]');
  } else if (verb === 'type the code') {
    await page.fill('[name=user_code]', /^ *(\w{4}-\w{4})$/m.exec(printed)?.[1] ?? '');
  } else await page.fill('[name=password]', 'three-quiet-otters');
}
