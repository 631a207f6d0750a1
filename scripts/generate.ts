import { writeFile } from 'node:fs/promises';
import { GRANT_LIST, grantList } from './grant-list.js';

await writeFile(GRANT_LIST, await grantList()); // first: what is made of the declarations begins with it
const { GENERATED } = await import('./generated.js');
for (const [path, make] of Object.entries(GENERATED)) await writeFile(path, await make());
