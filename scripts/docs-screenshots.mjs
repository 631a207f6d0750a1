// The screenshots in docs, taken by the browser tests so that they are up to date. Those that a page of docs uses
// (images/admin-clients-light-1280.webp) are compressed for the web and kept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const IMAGES = 'docs/images';
const taken = mkdtempSync(join(tmpdir(), 'hearth-pictures-'));
const pages = readdirSync('docs', { recursive: true }).filter((name) => name.endsWith('.md'));
const named = pages.flatMap((name) =>
  [...readFileSync(join('docs', name), 'utf8').matchAll(/\(\.\.\/images\/([\w-]+)\.webp\)/g)].map(
    ([, image]) => image,
  ),
);

const env = { ...process.env, SCREENSHOTS: taken };
const specs = '(browser|looks)/(admin|devices|passkeys|providers|second-)';
const projects = ['--project=browser', '--project=looks'];
const tests = spawnSync('npx', ['playwright', 'test', ...projects, specs], { env, stdio: 'inherit' });
rmSync(IMAGES, { recursive: true, force: true });
mkdirSync(IMAGES);
const missing = named.filter((image) => !existsSync(join(taken, `${image}.png`)));
for (const image of named.filter((name) => !missing.includes(name)))
  await sharp(join(taken, `${image}.png`))
    .webp({ quality: 80 })
    .toFile(join(IMAGES, `${image}.webp`));
rmSync(taken, { recursive: true });
for (const image of missing) console.error(`docs name images/${image}.webp, but no test takes that picture`);
process.exitCode = missing.length > 0 ? 1 : tests.status;
