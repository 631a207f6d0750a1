import { Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

async function* documents(place: Place): Steps {
  const visitor = new Visitor(place);
  const docs = yield* visitor.get('/docs');
  yield* visitor.get(found(docs, /href="(\/docs\/(?!search)[\w-]+)"/));
  yield* visitor.get('/docs/search?q=family');
  yield* visitor.get(found(docs, /href="(\/docs\/[\w-]+\/[\w-]+)"/));
}

/** Metrics are open to requests from the server's own machine, and to a token that the run does not set. */
async function* metrics(place: Place): Steps {
  yield* new Visitor(place).get('/metrics', { isDirect: true });
}

export const DOCUMENTS: readonly Walk[] = [documents, metrics];
