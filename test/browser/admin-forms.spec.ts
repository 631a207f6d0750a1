import type { Page } from '@playwright/test';
import { AdminApi, newAdmin, type Admin } from '../support/admin-api.js';
import { accountId, rows } from '../support/database-rows.js';
import { configure } from '../support/elsewhere.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { pageRoutes } from '../support/routes.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';
import { subscribe } from '../support/webhooks.js';

/** Forms without a text field, or whose text fields accept anything, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  '/admin/sign-in': 'has one message for both fields, so that nobody learns which was wrong',
  '/admin/setup': 'is there only before the first administrator',
  '/admin/sign-out': 'is a button',
  '/admin/search': 'takes any text',
  '/admin/grants/inspect': 'takes any text',
  '/admin/grants/revoke': 'takes any text',
  '/admin/grants/*/end': 'is a button',
  '/admin/unregistered-clients/*/end': 'is a button',
  '/admin/audit/filters/*/delete': 'is a button',
  '/admin/clients/*/state': 'is a button',
  '/admin/clients/*/secrets': 'asks for the password only',
  '/admin/clients/*/secrets/*/end': 'asks for the password only',
  '/admin/clients/*/logout-test': 'asks for the password only',
  '/admin/configuration': 'asks for the password only',
  '/admin/configuration/preview': 'takes a document, whose problems are told one below the other',
  '/admin/configuration/import': 'asks for the password only',
  '/admin/accounts/import': 'takes lines, whose problems are told line by line',
  '/admin/providers/*/state': 'is a button',
  '/admin/providers/*/try': 'is a button',
  '/admin/providers/*/secret': 'has a field for a secret alone, which takes nearly anything',
  '/admin/webhooks/*/state': 'is a button',
  '/admin/webhooks/*/secret': 'is a button',
  '/admin/webhooks/*/test': 'is a button',
  '/admin/webhooks/*/replay': 'is a button',
  '/admin/webhooks/*/deliveries/*/replay': 'is a button',
  '/admin/branding/publish': 'is a button',
  '/admin/branding/discard': 'is a button',
  '/admin/branding/remove': 'asks for the password only',
  '/admin/families/*/members/*/remove': 'is a button',
  '/admin/families/*/invitations/*/withdraw': 'is a button',
  '/admin/families/*/picture': 'takes a file',
  '/admin/families/*/picture/remove': 'is a button',
  '/admin/families/*/hand-over': 'is a choice',
};
/** So are all below. */
const BUTTONS = [/^\/admin\/outbox\//, /^\/admin\/accounts\/\*\/(?!external-ids$|delete$)/];

interface Field {
  readonly name: string;
  readonly value: string;
  readonly error: string | null;
  readonly label: string;
}

test.describe('every form of the console', () => {
  let server: TestServer;
  let admin: Admin;
  let watched: WatchedPage;
  let page: Page;
  let pages: string[];
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    watched = await WatchedPage.open(browser);
    page = watched.page;
    await page.goto(`${server.url}/admin`);
    await submitSignIn(page, admin);
    page.on('dialog', (dialog) => void dialog.accept());
    const [{ id: family }] = await rows<{ id: string }>(server, 'SELECT id FROM family ORDER BY id LIMIT 1');
    const own = await rows<{ name: string }>(server, 'SELECT name FROM ruleset WHERE NOT is_shipped');
    const ruleset = own.length > 0 ? own[0].name : 'WEB';
    const account = `/admin/accounts/${await accountId(server, ANNA.email)}`;
    await configure(server, 'https://idp.portal.example');
    const api = await AdminApi.signIn(server, admin);
    const resource = { id: 'of-a-form', name: 'Reports', identifier: 'https://reports.example' };
    await api.send('POST', '/resources', { body: resource });
    const hook = await subscribe(api, CLIENTS.thirdParty.id, { url: 'https://shop.example/hooks' });
    const webhook = `/admin/webhooks/${hook.id}`;
    const client = `/admin/clients/${CLIENTS.thirdParty.id}`;
    pages = [
      ...['/admin/clients/new?kind=server', client, `${client}/delete`],
      ...['/admin/families/new', `/admin/families/${family}`, `/admin/families/${family}/delete`],
      ...['/admin/rulesets/new', `/admin/rulesets/${ruleset}`, `/admin/rulesets/${ruleset}/delete`],
      ...[account, `${account}/sign-in`, `${account}/delete`, '/admin/accounts/new', '/admin/branding'],
      ...['/admin/resources/new', '/admin/resources/of-a-form', '/admin/resources/of-a-form/delete'],
      ...['/admin/providers/new', '/admin/providers/portal', '/admin/providers/portal/delete'],
      ...['/admin/webhooks/new', webhook, `${webhook}/delete`, '/admin/audit?outcome=refused'],
    ];
  });
  test.afterAll(async () => {
    await watched.close();
    await server.close();
  });

  const typed = `input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=password]), textarea`;
  /** The actions of the page's forms with text fields. */
  const formsOn = (): Promise<string[]> =>
    page
      .locator('main form[method=post]')
      .evaluateAll(
        (forms, selector) =>
          forms
            .filter((form) => form.querySelector(selector))
            .map((form) => new URL((form as HTMLFormElement).action).pathname),
        typed,
      );
  /** Types too long a text into every field, and sends the form past the browser's own checks. */
  async function send(at: number): Promise<void> {
    await page.evaluate(
      ([index, selector]) => {
        const forms = [...document.querySelectorAll('main form[method=post]')].filter((form) =>
          form.querySelector(selector),
        ) as HTMLFormElement[];
        const form = forms[index];
        for (const field of form.querySelectorAll<HTMLInputElement>(selector)) {
          if (field.type === 'number') field.value = '-7';
          else field.value = `${field.name} ${'x'.repeat(5000)}`;
        }
        form.noValidate = true;
        form.requestSubmit();
      },
      [at, typed] as const,
    );
    await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
    await page.waitForLoadState();
  }
  const fields = (action: string): Promise<Field[]> =>
    page.locator('main form[method=post]').evaluateAll(
      (forms, [path, selector]) => {
        const form = forms.find((each) => new URL((each as HTMLFormElement).action).pathname === path);
        return [...(form?.querySelectorAll<HTMLInputElement>(selector) ?? [])].map((field) => ({
          name: field.name,
          value: field.value,
          error:
            field.ariaInvalid === 'true'
              ? (document.getElementById(`${field.id}-error`)?.textContent ?? '')
              : null,
          label: field.labels?.[0]?.textContent ?? '',
        }));
      },
      [action, typed] as const,
    );
  /** The links above the form that don't lead to a wrong field. */
  const deadLinks = () =>
    page
      .locator('main [role=alert] a')
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[])
          .filter(({ hash }) => document.querySelector(hash)?.ariaInvalid !== 'true')
          .map(({ hash }) => hash),
      );
  const shapeOf = (path: string) =>
    path.replace(
      /^(\/admin\/(?:clients|families|accounts|rulesets|resources|providers|webhooks)\/)(?!new|import)[^/]+/,
      '$1*',
    );

  test('tells each problem once, beside its field, counts them above with a link to each, and keeps the input (D381)', async () => {
    const tried = new Set<string>();
    const flaws: string[] = [];
    for (const path of pages) {
      await page.goto(`${server.url}${path}`);
      const actions = await formsOn();
      for (const [at, action] of actions.entries()) {
        tried.add(shapeOf(action));
        await page.goto(`${server.url}${path}`);
        await send(at);
        const found = await fields(action);
        const wrong = await page.locator('main [aria-invalid=true]').count();
        const said = (await page.textContent('main [role=alert]')) ?? '';
        const counted = said.slice(0, said.indexOf(':'));
        if (counted !== (wrong === 1 ? '1 problem' : `${wrong} problems`))
          flaws.push(`${action} counts: ${counted}`);
        flaws.push(...(await deadLinks()).map((link) => `${action} links to ${link}`));
        const whole = (await page.textContent('main')) ?? '';
        for (const { name, value, error, label } of found) {
          if (error === null) continue;
          if (error === '' || whole.split(error).length !== 2) flaws.push(`${action} ${name}: not told once`);
          if (name === 'typed') continue; // the confirming name is typed once more
          if (!error.includes(label)) flaws.push(`${action} ${name}: does not name its field: ${error}`);
          if (value === '') flaws.push(`${action} ${name}: was not kept`);
        }
      }
    }
    expect(flaws).toEqual([]);
    const all = pageRoutes(server)
      .filter(({ method, operation }) => method === 'POST' && operation.administration?.surface === 'console')
      .map(({ path }) => path.replace(/\/1(?=\/|$)/g, '/*'));
    const known = new Set([...tried, ...Object.keys(OTHERS)]);
    expect(all.filter((path) => !known.has(path) && !BUTTONS.some((each) => each.test(path)))).toEqual([]);
  });

  test('asks before you leave a form with changes, but not when it is sent or unchanged', async () => {
    const other = await page.context().newPage();
    let asked = 0;
    other.on('dialog', (dialog) => {
      asked++;
      void dialog.accept();
    });
    const leave = () => other.click('.menu a:has-text("Audit")');
    await other.goto(`${server.url}/admin/families/new`);
    await leave();
    await other.waitForURL('**/admin/audit');
    expect(asked).toBe(0);
    await other.goto(`${server.url}/admin/families/new`);
    await other.locator('#name').pressSequentially('The');
    await leave();
    await other.waitForURL('**/admin/audit');
    expect(asked).toBe(1);
    await other.goto(`${server.url}/admin/families/new`);
    await other.locator('#name').pressSequentially('The Sent');
    await other.click('button:has-text("Create family")');
    await other.waitForURL('**/admin/families/*');
    expect(asked).toBe(1);
    await other.locator('.everywhere input').pressSequentially('anna');
    await leave();
    await other.waitForURL('**/admin/audit');
    expect(asked).toBe(1);
    await other.close();
  });

  test('keyboard shortcuts: ? lists them, g and a letter open sections, and they can be turned off', async () => {
    await page.goto(`${server.url}/admin`);
    await page.keyboard.press('?');
    await expect(page.locator('#shortcuts')).toBeVisible();
    expect(await watched.flaws('admin-shortcuts')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('#shortcuts')).toBeHidden();
    const keys = await page
      .locator('.menu a[data-key]')
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[]).map(({ dataset, href }) => [dataset.key ?? '', href]),
      );
    expect(new Set(keys.map(([key]) => key)).size).toBe(keys.length);
    for (const [key, href] of keys) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page).toHaveURL(href);
    }
    await page.goto(`${server.url}/admin/families`);
    await page.locator('#query').pressSequentially('ga?');
    await expect(page).toHaveURL(`${server.url}/admin/families`);
    await expect(page.locator('#query')).toHaveValue('ga?');
    await page.goto(`${server.url}/admin`);
    await page.keyboard.press('?');
    await page.uncheck('#single-keys');
    await page.reload();
    for (const key of ['?', '/', 'g', 'a']) await page.keyboard.press(key);
    await expect(page).toHaveURL(`${server.url}/admin`);
    await expect(page.locator('#shortcuts')).toBeHidden();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  });

  test('without JavaScript the list opens by its button, and is a page too', async () => {
    const plain = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${server.url}/admin/shortcuts`);
    await submitSignIn(plain.page, admin);
    await expect(plain.page.locator('main dl')).toContainText('Families');
    await plain.page.click('.menu button:has-text("Keyboard shortcuts")');
    await expect(plain.page.locator('#shortcuts')).toBeVisible();
    await expect(plain.page.locator('#single-keys')).toBeHidden();
  });
});
