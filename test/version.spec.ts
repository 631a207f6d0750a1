import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post } from './support/a01.js';
import { consoleCookieOf, newAdmin } from './support/admin-api.js';
import { request } from './support/http.js';
import { openApi } from './support/openapi-document.js';
import { startApp, type TestServer } from './support/start-app.js';

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const TOP = fileURLToPath(new URL('..', import.meta.url));
const KUBERNETES = 'deploy/kubernetes';
const read = (path: string) => readFileSync(`${TOP}${path}`, 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;
const found = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, text]) => text);

const { version, engines } = readJson<Package>('package.json');

describe('one version: that of package.json', () => {
  it('is a release, or the next release in progress', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
  });

  it('is in the lock file, of both packages', () => {
    const lock = readJson<Package & { packages: Record<string, Package> }>('package-lock.json');
    expect([lock.version, lock.packages[''].version, lock.packages.client.version]).toEqual([
      version,
      version,
      version,
    ]);
  });

  it('is the client library’s', () => {
    expect(readJson<Package>('client/package.json').version).toBe(version);
  });

  it('is that of the image in each Kubernetes manifest', () => {
    const images = readdirSync(`${TOP}${KUBERNETES}`).flatMap((name) =>
      found(`${KUBERNETES}/${name}`, /image: \S+\/hearth(?::(\S+))?/g),
    );
    expect(images).toEqual([version, version]);
  });

  it('heads the changelog: under Unreleased between releases', () => {
    const [newest] = found('CHANGELOG.md', /^## (.+)$/gm);
    expect(newest).toBe(version.endsWith('-dev') ? `Unreleased (${version})` : version);
  });

  describe('on a running server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startApp();
    });
    afterAll(() => server.close());

    const page = async (path: string, headers = {}) => (await request(server, { path, headers })).text;

    it('is what sysversion answers', async () => {
      expect((await post(server, '/api/sys/version')).body.a01.r.r).toBe(version);
    });

    it('is in the OpenAPI document and on /docs', async () => {
      expect((await openApi(server)).info.version).toBe(version);
      expect(await page('/docs')).toContain(`version ${version}.`);
    });

    it('is on the welcome page', async () => {
      expect(await page('/')).toContain(`Hearth ${version}<`);
    });

    it('is on the Overview page of the console', async () => {
      const cookie = await consoleCookieOf(server, await newAdmin(server));
      expect(await page('/admin', { Cookie: cookie })).toMatch(
        new RegExp(`<strong>[^<]+:\\d+</strong> ${version} `),
      );
    });
  });
});

describe('one recommended Node version', () => {
  const recommended = read('.nvmrc').trim();

  it("is 24, and the packages' minimum is lower", () => {
    expect(recommended).toBe('24');
    expect([engines, readJson<Package>('client/package.json').engines]).toEqual([
      { node: '>=20.19' },
      { node: '>=20.19' },
    ]);
  });

  it.each([
    ['Dockerfile', /^ARG NODE=(\d+)-/gm],
    ['docs/start/getting-started.md', /^\| (\d+) \| recommended/gm],
    ['README.md', /^Node (\d+) and git/gm],
    ['CONTRIBUTING.md', /^Node (\d+) and git/gm],
    ['docs/operate/runbook.md', /A node runs on Node (\d+)/g],
  ])('is named by %s: %s', (path, pattern) => {
    expect(found(path, pattern)).toEqual([recommended]);
  });
});
