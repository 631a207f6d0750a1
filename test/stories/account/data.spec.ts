import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LEFT_TABLES, OTHERWISE } from '../../../src/account/data/own-data.left.js';
import { SOURCES } from '../../../src/account/data/own-data.sources.js';
import { Database } from '../../../src/platform/database/database.js';
import { tokensFor } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import type { Language } from '../../../src/platform/pages/texts/texts.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { provision, resultOf } from '../../support/invitations.js';
import { picture } from '../../support/pictures.js';
import type { TestServer } from '../../support/start-app.js';
import { unzip } from '../../support/unzip.js';

describe("all of a person's data in one file (D237)", () => {
  let server: TestServer;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithThirdParties();
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });
  afterAll(() => server.close());

  const cookies = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const download = async (language: Language = 'en'): Promise<Response> => {
    const headers = {
      Cookie: cookies(),
      'Accept-Language': language,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    return fetch(`${server.url}/account/data/download`, { method: 'POST', headers });
  };
  const archive = async (language?: Language): Promise<Map<string, Buffer>> =>
    unzip(Buffer.from(await (await download(language)).arrayBuffer()));
  /** The page's section of a file. */
  const sectionIn = (page: string, file: string): string =>
    new RegExp(`<section class="card" id="${file}">(.*?)</section>`, 's').exec(page)?.[1] ?? '';
  const listIn = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];

  it('contains every column of every table, or has a reason to leave it out', () => {
    const { entityMetadatas } = server.get(Database).dataSource;
    expect(entityMetadatas.length).toBeGreaterThan(25);
    for (const { tableName, columns } of entityMetadatas) {
      const sources = SOURCES.filter(({ table }) => table === tableName);
      const reason = LEFT_TABLES[tableName] ?? OTHERWISE[tableName];
      expect([tableName, sources.length > 0]).toEqual([tableName, reason === undefined]);
      for (const source of sources) {
        const told = source.columns.map((column) => (typeof column === 'string' ? column : column[0]));
        const names = columns.map(({ databaseName }) => databaseName);
        expect([source.file, [...told, ...Object.keys(source.left)].sort()]).toEqual([
          source.file,
          names.sort(),
        ]);
      }
    }
    const known = entityMetadatas.map(({ tableName }) => tableName);
    for (const table of [...Object.keys(LEFT_TABLES), ...Object.keys(OTHERWISE)])
      expect(known).toContain(table);
  });

  it('contains what happened to the account, and the pictures of its families', async () => {
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Archived' }));
    resultOf(await provision(server, 'addaccount2family', { accountId: me.id, familyId, AccountType: '1' }));
    const upload = new FormData();
    upload.set('file', new Blob([new Uint8Array(await picture('png'))]), 'family.png');
    const headers = { Cookie: cookies(), 'Sec-Fetch-Site': 'same-origin' };
    const set = await fetch(`${server.url}/account/families/${familyId}/picture`, {
      ...{ method: 'POST', headers, body: upload },
    });
    expect([set.status, (await set.text()).includes('The picture is saved.')]).toEqual([200, true]);
    await tokensFor(server, me);
    await browser.connect(me, THIRD_PARTIES.shop);
    const files = await archive();
    expect(listIn(files, 'account')).toMatchObject([{ id: me.id, name: 'Mia', status: 'active' }]);
    expect(listIn(files, 'identifiers')).toMatchObject([{ type: 'Email', value: me.email }]);
    expect(listIn(files, 'families')).toContainEqual(expect.objectContaining({ name: 'The Archived' }));
    expect(listIn(files, 'consents')).toMatchObject([{ client_id: 'shop', scopes: ['account'] }]);
    expect(listIn(files, 'grants')).toContainEqual(expect.objectContaining({ device_id: 'device-1' }));
    for (const action of ['data.downloaded', 'family.picture-set'])
      expect(listIn(files, 'history')).toContainEqual(expect.objectContaining({ action }));
    expect(listIn(files, 'history-about')).toContainEqual(
      expect.objectContaining({ action: 'member.added' }),
    );
    expect(files.get(`pictures/${familyId}.webp`)?.subarray(8, 12).toString()).toBe('WEBP');
    expect(JSON.parse(String(files.get('what-is-not-here.json')))).toHaveProperty('tables.client');
  });

  it('contains no secret, and nothing about others', async () => {
    const stranger = await newMember(server);
    const { access_token: token, refresh_token: refreshToken } = await tokensFor(server, me);
    const files = await archive();
    files.delete('what-is-not-here.json'); // names the columns
    const all = [...files.values()].map(String).join('\n');
    const [{ hash }] = await rows<{ hash: string }>(
      server,
      'SELECT password_hash AS hash FROM account WHERE id = $1',
      [me.id],
    );
    for (const secret of [token, refreshToken, hash, ...browser.cookies.values(), stranger.email, 'digest":'])
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
  });

  it('streams tables with many rows in constant-size parts', async () => {
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer)
       SELECT $1, 'ExternalId', 'x' || n, 'x' || n, true, 'https://many.example' FROM generate_series(1, 1203) n RETURNING 1`,
      [me.id],
    );
    const files = await archive();
    expect(listIn(files, 'identifiers')).toHaveLength(1204);
    expect(sectionIn(String(files.get('index.html')), 'identifiers').split('<li>')).toHaveLength(1205);
  });

  it('has a page with all of it in the language and the zone of the person (src/account/data/own-data.page.spec.ts)', async () => {
    const zoned =
      "UPDATE account SET time_zone = 'Asia/Tokyo', country_code = 'CH' WHERE id = $1 RETURNING 1";
    await rows(server, zoned, [me.id]);
    const files = await archive('de');
    const page = String(files.get('index.html'));
    expect(page).toContain('<html lang="de">');
    for (const name of files.keys())
      if (name !== 'index.html') expect([name, page.includes(`href="${name}"`)]).toEqual([name, true]);
    expect(page).not.toMatch(/<slot|<script|data[.]index|undefined|Invalid Date|\[object/);
    expect(sectionIn(page, 'account')).toMatch(/<dt>Land<\/dt><dd>Schweiz<\/dd>.*um 21:00 GMT\+9/);
    expect(sectionIn(page, 'consents')).toContain('<dt>Name der App</dt><dd>Shop</dd>');
    expect(sectionIn(page, 'history')).toContain('<dd>Passwort angenommen</dd>');
  });

  it('is recorded', async () => {
    const events = await new AuditTrail(server).of(async () => void (await (await download()).arrayBuffer()));
    expect(events.map(({ action }) => action)).toEqual(['data.downloaded']);
  });

  it('is a ZIP for other programs too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-zip-'));
    try {
      writeFileSync(join(folder, 'a.zip'), Buffer.from(await (await download()).arrayBuffer()));
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
      execFileSync('python3', ['-c', script, join(folder, 'a.zip'), folder]);
      expect(readFileSync(join(folder, 'account.json'), 'utf8')).toContain(`"id":"${me.id}"`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
