// npm run generate: the code and the parts of documents that follow from the declarations.
import { makeAll } from './generated.mjs';

await makeAll();
