import { Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

/** The API: a task, one of its operations, and a search. */
async function* reference(place: Place): Steps {
  const visitor = new Visitor(place);
  const docs = yield* visitor.get('/docs');
  const task = found(docs, /<ul aria-label="API">[^]*?href="(\/docs\/[\w-]+)"/);
  const page = yield* visitor.get(task);
  yield* visitor.get(found(page, new RegExp(`href="(${task}/\\w+)"`)));
  yield* visitor.get('/docs/search?q=family');
}

/** The guides: from a folder to a page and the next one, a page in sections, and old addresses. */
async function* guides(place: Place): Steps {
  const visitor = new Visitor(place);
  const docs = yield* visitor.get('/docs');
  const folder = found(docs, /<ul aria-label="Guides">[^]*?href="(\/docs\/[\w-]+)"/);
  const index = yield* visitor.get(folder);
  const page = yield* visitor.get(found(index, new RegExp(`href="(${folder}/[\\w-]+)"`)));
  yield* visitor.get(found(page, /href="([^"]+)" class="next"/));
  const decisions = yield* visitor.get('/docs/decisions');
  yield* visitor.get(found(decisions, /href="(\/docs\/decisions\/[\w-]+)/));
  yield* visitor.follow(yield* visitor.get('/docs/dpop'));
  yield* visitor.follow(yield* visitor.get('/docs/operate/runbook.md'));
  yield* visitor.get('/docs/nothing.md', { mayBe: 404 });
}

/** Metrics are open to requests from the server's own machine, and to a token that the run does not set. */
async function* metrics(place: Place): Steps {
  yield* new Visitor(place).get('/metrics', { isDirect: true });
}

export const DOCUMENTS: readonly Walk[] = [reference, guides, metrics];
