import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { doctorFindings } from '../../scripts/doctor-findings.js';
import { doctorPage } from '../../src/admin/doctor/doctor.page.js';
import { settingsPage } from '../../src/admin/settings/settings.page.js';
import type { Administrator } from '../../src/admin/shell/access/administrator.js';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { withCitations } from '../../src/platform/pages/cited.js';
import { Manual } from '../../src/platform/reference/manual.js';
import { partsOf, textOf } from '../support/page-parts.js';
import { fragmentsOf } from '../support/references.js';

const BY: Administrator = {
  ...{ role: 'administrator', accountId: null, clientId: null, session: null },
  ...{ address: '127.0.0.1', at: new Date('2026-03-01T12:00:00Z') },
};

const texts = [
  ...Object.values(SETTINGS).map(({ about }) => about),
  ...doctorFindings().flatMap(({ details, advice }) => [...details, ...advice]),
];
const cited = texts.flatMap((text) => withCitations(text)).filter((part) => typeof part !== 'string');

describe('pages of docs/ that settings and the doctor name', () => {
  it('are there, also on the server, with the anchor', () => {
    const { pages } = new Manual();
    expect(cited.length).toBeGreaterThan(15);
    for (const { path, address } of cited) {
      const [file, anchor] = path.split('#');
      const [at, id] = address.split('#');
      expect([path, id]).toEqual([path, anchor]);
      expect([path, pages.find((page) => page.address === at)?.source]).toEqual([path, `docs/${file}`]);
      if (id !== undefined)
        expect([path, fragmentsOf(readFileSync(`docs/${file}`, 'utf8')).has(id)]).toEqual([path, true]);
    }
  });

  it('are links in the console, which never prints their names', () => {
    const settings = Object.values(SETTINGS).map(({ name }) => ({ name, value: null }));
    const checks = doctorFindings().map(({ check: name, details, advice }) => ({
      ...{ name, result: 'problem' as const, detail: details.join(' '), advice: advice.join(' ') },
    }));
    const pages = [settingsPage({ by: BY, settings }), doctorPage({ by: BY, checks })];
    const hrefs = pages.flatMap((page) => partsOf(page).hrefs);
    expect(cited.map(({ address }) => address).filter((address) => !hrefs.includes(address))).toEqual([]);
    for (const page of pages) expect(textOf(page)).not.toMatch(/\bdocs\//);
  });

  it.each([
    ['docs/operate/runbook.md', '/docs/operate/runbook', 'Runbook'],
    ['docs/operate/README.md', '/docs/operate', 'Operate'],
    [
      'docs/operate/runbook.md#a-host-of-its-own',
      '/docs/operate/runbook#a-host-of-its-own',
      'A host of its own',
    ],
    ['docs/start/getting-started.md#1-run-it', '/docs/start/getting-started#1-run-it', 'Run it'],
  ])('%s is %s', (text, address, name) => {
    const path = text.replace('docs/', '');
    expect(withCitations(`see ${text}.`)).toEqual(['see ', { path, name, address }, '.']);
  });
});
