import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const GRANTS = 'src/oauth/grants';
export const GRANT_LIST = join(GRANTS, 'list.ts');
const HEAD = '/* Generated from the folders beside it by npm run generate. */\n';

/** The text of the module that lists the grant types, one for each folder; a bundle has no folders to read. */
export async function grantList(): Promise<string> {
  const folders = readdirSync(GRANTS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  const imports = names.map((name) => `import { ${classOf(name)} } from './${name}/${name}.grant.js';\n`);
  const text = `${HEAD}${imports.join('')}\nexport const grants = [${names.map(classOf).join()}];\n`;
  return format(text, { ...(await resolveConfig(GRANT_LIST)), filepath: GRANT_LIST });
}

function classOf(folder: string): string {
  const words = folder.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Grant`;
}
