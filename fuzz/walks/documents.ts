import { Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

async function* documents(place: Place): Steps {
  const visitor = new Visitor(place);
  const docs = yield* visitor.get('/docs');
  yield* visitor.get(found(docs, /href="(\/docs\/(?!search)[\w-]+)"/));
  yield* visitor.get('/docs/search?q=family');
  yield* visitor.get(found(docs, /href="(\/docs\/[\w-]+\/[\w-]+)"/));
}

/** Only who is on the server's machine, or has a token that the run does not set. */
async function* metrics(place: Place): Steps {
  yield* new Visitor(place).get('/metrics', { isDirect: true });
}

export const DOCUMENTS: readonly Walk[] = [
  { reaches: ['docs', 'docspage', 'docssearch', 'docsoperation'], steps: documents },
  { reaches: ['metrics'], steps: metrics },
];
