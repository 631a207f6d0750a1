import { writeFile } from 'node:fs/promises';
import { API_TYPES, apiTypes } from './api-types.js';
import { declaredDocument } from './declared-document.js';

await writeFile(API_TYPES, await apiTypes(await declaredDocument()));
