import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AUDIT_CLASSES,
  DEFAULT_AUDIT_RETENTION,
  type AuditClass,
} from '../../../src/platform/config/audit-retention.js';
import { DAY, SECOND } from '../../../src/platform/security/clock.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import { routesOf } from '../../support/routes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const SHOWING = ['/admin/api/audit', '/admin/audit', '/admin/audit/export'];
const PAST = new RegExp(`past(${AUDIT_CLASSES.join('|')})`);
/** An event, in any format. */
const SHOWN = /"at"|<td/;
const FORMATS = ['application/json', 'application/x-ndjson', 'text/html'];

/** Every route, so that a new one is included automatically. */
describe('events past their retention, not yet dropped, are shown and exported nowhere (D230)', () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startApp();
    const api = await AdminApi.signIn(server, await newAdmin(server));
    cookie = `${api.cookie}; ${await api.consoleCookie()}`;
    const now = server.clock.millis();
    for (const kept of AUDIT_CLASSES) {
      const end = now - DEFAULT_AUDIT_RETENTION[kept] * DAY;
      await insert(kept, `still${kept}`, end);
      await insert(kept, `past${kept}`, end - SECOND);
    }
  });
  afterAll(() => server.close());

  const insert = (kept: AuditClass, target: string, at: number) =>
    rows(
      server,
      `INSERT INTO audit_event (class, target, at, action, outcome) VALUES ($1, $2, $3, 'signin', 'refused')`,
      [kept, target, new Date(at)],
    );
  const read = async (path: string, Accept: string) =>
    (await request(server, { path, headers: { Cookie: cookie, Accept } })).text;

  it.each(FORMATS)('by any route, as %s', async (format) => {
    const paths = routesOf(server).flatMap(({ method, path }) => (method === 'GET' ? path : []));
    expect(paths).toEqual(expect.arrayContaining(SHOWING));
    const showing: string[] = [];
    for (const path of paths) {
      const text = await read(path, format);
      expect(PAST.test(text) ? path : null).toBeNull();
      if (AUDIT_CLASSES.every((kept) => text.includes(`still${kept}`))) showing.push(path);
    }
    expect(showing.sort()).toEqual(
      expect.arrayContaining(format === 'text/html' ? SHOWING.slice(1) : SHOWING.slice(0, 1)),
    );
  });

  it.each(AUDIT_CLASSES)('nor found by its filters: %s', async (kept) => {
    for (const path of SHOWING) {
      expect(await read(`${path}?target=past${kept}`, 'application/json')).not.toMatch(SHOWN);
      expect(await read(`${path}?target=still${kept}`, 'application/json')).toMatch(SHOWN);
    }
  });
});
