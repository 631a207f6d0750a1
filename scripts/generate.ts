import { writeFile } from 'node:fs/promises';
import { GENERATED } from './generated.js';

for (const [path, make] of Object.entries(GENERATED)) await writeFile(path, await make());
