// Two folders with pictures of the pages, and a page that shows where they differ: before, after, and what changed.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** A difference that is seen, of 255, in each channel: below it are edges of letters that were drawn a trace differently. */
const VISIBLE = 12;
const RED = [214, 40, 57];

/**
 * @param {string} before a folder of pictures
 * @param {string} after the same of now
 * @param {string} report a folder, which is made anew
 * @returns what is different: `{ name, kind: 'changed' | 'new' | 'gone', share }`
 */
export async function comparePictures(before, after, report) {
  rmSync(report, { recursive: true, force: true });
  mkdirSync(report, { recursive: true });
  const [old, now] = [picturesIn(before), picturesIn(after)];
  const found = [];
  for (const name of [...new Set([...old, ...now])].sort()) {
    if (!old.includes(name)) found.push({ name, kind: 'new', share: 1 });
    else if (!now.includes(name)) found.push({ name, kind: 'gone', share: 1 });
    else {
      const share = await difference(join(before, name), join(after, name), join(report, `${name}.diff.png`));
      if (share > 0) found.push({ name, kind: 'changed', share });
    }
  }
  for (const { name } of found) {
    if (old.includes(name)) cpSync(join(before, name), join(report, `${name}.before.png`));
    if (now.includes(name)) cpSync(join(after, name), join(report, `${name}.after.png`));
  }
  const compared = now.filter((name) => old.includes(name)).length;
  writeFileSync(join(report, 'index.html'), page(found, compared, numbersIn(after)));
  return found;
}

function picturesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')) : [];
}

/** @returns the share of pixels that differ; 0: none, and nothing is written */
async function difference(before, after, target) {
  if (readFileSync(before).equals(readFileSync(after))) return 0;
  const sizes = await Promise.all([before, after].map((path) => sharp(path).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [old, now] = await Promise.all(
    [before, after].map((path, index) =>
      sharp(path)
        .flatten({ background: '#888' })
        .extend({
          right: width - sizes[index].width,
          bottom: height - sizes[index].height,
          background: '#888', // what only one of them has differs from whatever the other shows
        })
        .toColourspace('srgb')
        .raw()
        .toBuffer(),
    ),
  );
  let changed = 0;
  for (let at = 0; at < now.length; at += 3) {
    const apart = Math.max(...[0, 1, 2].map((channel) => Math.abs(now[at + channel] - old[at + channel])));
    if (apart <= VISIBLE) for (let c = 0; c < 3; c++) now[at + c] = 255 - (255 - now[at + c]) / 4;
    else {
      changed++;
      for (let c = 0; c < 3; c++) now[at + c] = RED[c];
    }
  }
  if (changed === 0) return 0;
  await sharp(now, { raw: { width, height, channels: 3 } })
    .png({ palette: true })
    .toFile(target);
  return changed / (width * height);
}

/** What test/looks/every-page.spec.ts measured. */
function numbersIn(folder) {
  const path = join(folder, 'pages.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function page(found, compared, numbers) {
  const sections = found.map(({ name, kind, share }) => {
    const shown = { changed: ['before', 'after', 'diff'], new: ['after'], gone: ['before'] }[kind];
    const figures = shown.map(
      (which) =>
        `<figure><figcaption>${which}</figcaption><a href="${name}.${which}.png"><img src="${name}.${which}.png" alt="${which}" loading="lazy"></a></figure>`,
    );
    const part = kind === 'changed' ? `${(100 * share).toFixed(share < 0.001 ? 3 : 1)} % of its pixels` : '';
    return `<section><h2>${name} <small>${kind} ${part}</small></h2><div>${figures.join('')}</div></section>`;
  });
  const rows = numbers.map(
    ({ path, bytes, styles, ms }) =>
      `<tr><td>${escaped(path.split('?')[0])}</td><td>${bytes}</td><td>${styles}</td><td>${ms === null ? '' : ms.toFixed(1)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of the pages</title>
<style>body{font:14px/1.45 system-ui;margin:24px;color-scheme:light dark}small{font-weight:400;opacity:.7}
section>div{display:flex;gap:16px;align-items:start;overflow-x:auto}figure{margin:0;flex:1 1 0;min-width:240px}
img{max-width:100%;border:1px solid #8888}td,th{text-align:right;padding:2px 12px}td:first-child,th:first-child{text-align:left}</style>
<h1>${found.length === 0 ? 'Nothing looks different' : `${found.length} pictures are different`}</h1>
<p>${compared} pictures were compared.</p>
${sections.join('\n')}
${rows.length === 0 ? '' : `<h2>Pages</h2><table><tr><th>Page</th><th>HTML, bytes</th><th>Styles, compressed</th><th>First answer, ms</th></tr>${rows.join('\n')}</table>`}
</html>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
