// A step of the build: the OpenAPI document, which a server would else make when it is first asked for (ADR 8).
import { writeFileSync } from 'node:fs';

const { declaredDocument } = await import('../dist/app.document.js');
writeFileSync('dist/openapi.json', JSON.stringify(await declaredDocument()));
