// Makes the sources that Git ignores: after `npm ci` (package.json, "prepare"), before a build, and before types are checked.
// `lists`: only those that the server itself needs, and its pages of docs/.
import { existsSync } from 'node:fs';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';

chdir(fileURLToPath(new URL('..', import.meta.url)));
// In an image npm runs it before the sources are there, and a server without development packages is built already.
if (existsSync('src') && existsSync('node_modules/esbuild')) {
  const { writeLists } = await import('./lists.mjs');
  if (process.argv[2] === 'lists') {
    writeLists();
    await (await import('./manual.mjs')).writeManual();
  } else await (await import('./generated.mjs')).makeCode();
}
