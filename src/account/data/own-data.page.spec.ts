import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, textsIn, type Language } from '../../platform/pages/texts/texts.js';
import { ResourceSet } from '../../oauth/resources/known-resources.js';
import { SOURCES } from './own-data.sources.js';
import { dataIndex, type DataSection } from './own-data.page.js';

type Rows = Readonly<Record<string, readonly object[]>>;

const AT = new Date('2026-03-01T12:00:00Z');
const PICTURE = 'pictures/4.webp';
const HISTORY = {
  file: 'history',
  heading: 'account.history.title',
  shown: [['action', 'data.index.what', 'event']],
} as const;

/** The page of a download with these rows, by their file. */
async function pageWith(rows: Rows, language: Language = 'en', timeZone = 'UTC'): Promise<string> {
  const sections: DataSection[] = [...SOURCES, HISTORY].map(({ file, heading, shown }) => ({
    ...{ file, heading, shown },
    parts: async function* () {
      yield await Promise.resolve([...(rows[file] ?? [])]);
    },
  }));
  let page = '';
  const names = new Map([['shop', 'Shop']]);
  const props = { sections, pictures: [PICTURE], at: AT, resources: () => new ResourceSet([]) };
  const reader = { language, timeZone, path: '/account/data' };
  for await (const piece of dataIndex(reader, { ...props, namesOf: () => Promise.resolve(names) }))
    page += piece;
  return page;
}

/** The page's section of a file. */
const sectionIn = (page: string, file: string): string =>
  new RegExp(`<section class="card" id="${file}">(.*?)</section>`, 's').exec(page)?.[1] ?? '';

describe('the page of a download (D387)', () => {
  it('shows columns of the file', () => {
    const strange = SOURCES.flatMap(({ file, columns, shown = [] }) => {
      const names = columns.map((column) => (typeof column === 'string' ? column : column[0]));
      return shown
        .filter(([column]) => !names.includes(column.split('.')[0]))
        .map(([column]) => [file, column]);
    });
    expect(strange).toEqual([]);
  });

  it.each(LANGUAGES)('has every kind of data under its heading or by its file, in %s', async (language) => {
    const page = await pageWith({}, language);
    expect(page).toContain(`<html lang="${language}">`);
    for (const name of [...SOURCES.map(({ file }) => `${file}.json`), PICTURE])
      expect([name, page.includes(`href="${name}"`)]).toEqual([name, true]);
    const t = textsIn(language);
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    for (const { file, heading, shown } of SOURCES) {
      const text = shown ? sectionIn(page, file) : sectionIn(page, 'files');
      expect([file, text.includes(escaped(t(heading)))]).toEqual([file, true]);
      expect([file, page.includes(`href="#${file}"`)]).toEqual([file, shown !== undefined]);
    }
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
    expect(page).not.toMatch(/<slot|<script|data[.]index|undefined|Invalid Date|\[object/);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  it('says values in words, and times in the zone of the person', async () => {
    const rows = {
      account: [{ country_code: 'CH', created_at: AT }],
      identifiers: [{ type: 'Email', value: 'mia@invited.example' }],
      consents: [{ client_id: 'shop', scopes: ['account'] }],
      memberships: [{ member_type: 0 }],
      history: [{ action: 'signin', outcome: 'ok' }],
    };
    const page = await pageWith(rows, 'de', 'Asia/Tokyo');
    expect(sectionIn(page, 'account')).toMatch(/<dt>Land<\/dt><dd>Schweiz<\/dd>.*um 21:00 GMT\+9/);
    expect(sectionIn(page, 'identifiers')).toContain(`<dt>Art</dt><dd>E-Mail-Adresse</dd>`);
    expect(sectionIn(page, 'consents')).toContain('<dt>Name der App</dt><dd>Shop</dd>');
    expect(sectionIn(page, 'memberships')).toContain('<dd>Mitglied</dd>');
    expect(sectionIn(page, 'history')).toContain('<dd>Passwort angenommen</dd>');
    expect(sectionIn(page, 'passkeys')).toContain('Hier ist nichts gespeichert.');
  });

  it('takes markup as text, in every column that is shown as it is', async () => {
    const markup = `<script>alert(1)</script><slot name="grants"></slot>"'&`;
    const asText = SOURCES.map(
      ({ file, shown = [] }) =>
        [
          file,
          shown.filter(([, , kind = 'text']) => ['text', 'client'].includes(kind)).map(([column]) => column),
        ] as const,
    );
    const agents = SOURCES.flatMap(({ file, shown = [] }) =>
      shown.filter(([, , kind]) => kind === 'browser').map(([column]) => [file, column] as const),
    );
    expect(agents.length).toBeGreaterThan(0);
    const agent = { browser: markup, system: null, network: markup };
    const rows = Object.fromEntries(
      asText.map(([file, columns]) => [
        file,
        [
          Object.fromEntries([
            ...columns.map((column) => nested(column, markup)),
            ...agents.filter(([of]) => of === file).map(([, column]) => nested(column, agent)),
          ]),
        ],
      ]),
    );
    const page = await pageWith(rows);
    const columns = asText.flatMap(([, names]) => names);
    expect(page.split('&lt;script>alert(1)').length - 1).toBeGreaterThanOrEqual(
      columns.length + agents.length,
    );
    expect(page).not.toMatch(/<script|<slot/);
  });
});

/** A member of a row that has this value at a path such as `agent.browser`. */
function nested(path: string, value: unknown): [string, unknown] {
  const [first, ...rest] = path.split('.');
  return [first, rest.reduceRight((inner, name) => ({ [name]: inner }), value)];
}
