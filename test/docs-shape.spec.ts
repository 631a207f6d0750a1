import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** In the order of docs/README.md. */
const FOLDERS = ['start', 'sign-people-in', 'provision', 'administer', 'operate', 'reference'];
const INDEX = 'README.md';

const read = (path: string) => readFileSync(`docs/${path}`, 'utf8');
const inFolder = (folder: string) => readdirSync(`docs/${folder}`).filter((name) => name.endsWith('.md'));
const pages = FOLDERS.flatMap((folder) =>
  inFolder(folder)
    .filter((name) => name !== INDEX)
    .map((name) => `${folder}/${name}`),
);
const linksIn = (markdown: string) => [...markdown.matchAll(/\]\(([^)#]+)/g)].map(([, target]) => target);

describe('the folders of docs', () => {
  it('are six, and docs/README.md leads to each index in their order', () => {
    const found = readdirSync('docs', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(found.map(({ name }) => name).sort()).toEqual([...FOLDERS, 'adr', 'images'].sort());
    const rows = linksIn(read(INDEX)).filter((target) => target.endsWith(`/${INDEX}`));
    expect(rows).toEqual([...FOLDERS.map((folder) => `${folder}/${INDEX}`), `adr/${INDEX}`]);
  });

  it.each(FOLDERS)(
    '%s has an index: whom it is for, and five lines at most that lead to every page',
    (folder) => {
      const index = read(`${folder}/${INDEX}`);
      const [title, who, ...lines] = index
        .split('\n## ')[0]
        .split('\n')
        .filter((line) => line !== '');
      expect(title).toMatch(/^# \S/);
      expect(who).toMatch(/^\*For .+\.\*$/);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(lines.filter((line) => !line.startsWith('- '))).toEqual([]);
      const missing = inFolder(folder).filter((name) => name !== INDEX && !linksIn(index).includes(name));
      expect(missing).toEqual([]);
    },
  );

  it.each(pages)('%s begins with whom it is for, and ends with what is next', (page) => {
    const text = read(page);
    expect(text).toMatch(/^# .+\n\n\*For .+\.\*\n\n/);
    const next = text.split('\n## Next\n')[1] ?? '';
    const lines = next.trim().split('\n');
    expect(lines.filter((line) => !/^- \[/.test(line))).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(3);
  });
});
