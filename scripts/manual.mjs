// The pages of docs/ as the server has them at /docs: HTML, made when Hearth is built, so that the server reads no Markdown.
// Run by itself: makes them anew, also for a build that there is.
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { DOCS, manualOf } from './manual-pages.mjs';

/** Git ignores it; a build has a copy. */
export const MANUAL = 'src/platform/reference/manual';
const BUILT = 'dist/platform/reference/manual';
const LIST = 'pages.json';
const IMAGE = /\.(?:webp|png)$/;
const MADE_BY = [
  'scripts/manual.mjs',
  'scripts/manual-markdown.mjs',
  'scripts/manual-pages.mjs',
  'package-lock.json',
];

/** Makes the pages, unless they are made from what there is: half a second, or some milliseconds. */
export async function writeManual() {
  const sources = filesBelow(DOCS).filter((path) => path.endsWith('.md') || IMAGE.test(path));
  const digest = digestOf([...MADE_BY, ...sources]);
  if (digest === digestOfMade()) return;
  const images = await Promise.all(sources.filter((path) => IMAGE.test(path)).map(imageOf));
  const byPath = new Map(images.map((image) => [image.source, image]));
  const { files, ...list } = manualOf(
    sources.filter((path) => path.endsWith('.md')),
    (path) => byPath.get(path) ?? missing(path),
  );
  const wanted = new Map([...files, ...images.map(({ file, bytes }) => [file, bytes])]);
  for (const file of filesBelow(MANUAL)) if (!wanted.has(file.slice(MANUAL.length + 1))) rmSync(file);
  for (const [file, content] of wanted) write(file, content);
  write(LIST, JSON.stringify({ digest, ...list })); // last: what it names is there
}

/** Copies them into a build. */
export function copyManual() {
  rmSync(BUILT, { recursive: true, force: true });
  cpSync(MANUAL, BUILT, { recursive: true });
}

/** An image under a name with a digest of its content: a browser may keep it for ever. */
async function imageOf(source) {
  const { default: sharp } = await import('sharp');
  const bytes = readFileSync(source);
  const { width, height } = await sharp(bytes).metadata();
  const name = basename(source).replace(
    IMAGE,
    (ending) => `.${hash('sha256', bytes, 'hex').slice(0, 8)}${ending}`,
  );
  return { source, bytes, width, height, file: `images/${name}`, address: `/assets/docs/${name}` };
}

function digestOf(paths) {
  return hash('sha256', paths.map((path) => `${path}\0${hash('sha256', readFileSync(path))}`).join('\0'));
}

function digestOfMade() {
  const list = join(MANUAL, LIST);
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).digest : null;
}

function write(file, content) {
  const path = join(MANUAL, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function missing(path) {
  throw new Error(`there is no image ${path}`);
}

if (import.meta.filename === process.argv[1]) {
  await writeManual();
  if (existsSync(dirname(BUILT))) copyManual();
}
