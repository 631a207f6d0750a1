import { Desk, deskOf } from './desk.js';
import { newAddress } from './families.js';
import { BackEnd } from './partner.js';
import { Visitor } from './visitor.js';
import type { Place, Steps, Walk } from './walk.js';

async function* signingIn(place: Place): Steps {
  const [desk, other] = [new Desk(place), new Visitor(place)];
  yield* desk.signIn();
  const { identifier, password } = place.persona.administrator;
  yield* other.fill('/admin/sign-in', '/admin/sign-in', { identifier, password });
  yield* other.submit(yield* other.get('/admin'), '/admin/sign-out');
  yield* desk.api('POST', '/session/confirm', { password });
  yield* desk.api('GET', '/session');
  yield* desk.api('DELETE', '/session');
}

async function* outbox(place: Place): Steps {
  const [desk, partner] = [new Desk(place), new BackEnd(place, 'partner')];
  yield* desk.signIn();
  for (const way of ['page', 'api'] as const) {
    const accountId = yield* partner.invite(newAddress(place));
    yield* desk.linkTo(accountId, 'invitation');
    const id = yield* desk.first(`/outbox?account=${accountId}`, 'id');
    yield* desk.api('GET', `/outbox/${id}`);
    if (way === 'api') yield* desk.api('POST', `/outbox/${id}/passed-on`);
    else {
      yield* desk.fill(`/admin/outbox/${id}`, /\/text$/);
      yield* desk.fill(`/admin/outbox/${id}`, /\/passed-on$/);
    }
  }
}

/** Retries a text message: its gateway never answers. */
async function* retried(place: Place): Steps {
  const [desk, partner] = [new Desk(place), new BackEnd(place, 'partner')];
  yield* desk.signIn();
  const accountId = yield* partner.invite(`+49151${place.persona.random.digits(8)}`, 'phone');
  const id = yield* desk.first(`/outbox?account=${accountId}`, 'id');
  yield* desk.api('POST', `/outbox/${id}/retry`);
  yield* desk.post(`/admin/outbox/${id}/retry`);
}

async function* configuration(place: Place): Steps {
  const desk = yield* deskOf(place);
  const name = place.persona.newName('R').toUpperCase();
  const document = JSON.stringify({ rulesets: [{ name, rules: ['acc*'] }] });
  const page = '/admin/configuration';
  yield* desk.fill(page, page);
  const preview = yield* desk.fill(page, `${page}/preview`, { document });
  yield* desk.submit(preview, `${page}/import`);
}

async function* filters(place: Place): Steps {
  const desk = yield* deskOf(place);
  const name = place.persona.newName('Filter ');
  const kept = { outcome: 'ok' };
  yield* desk.post('/admin/audit/filters', { name, ...kept });
  yield* desk.fill('/admin/audit', /\/filters\/[^/]+\/delete$/);
  const id = yield* desk.told('POST', '/audit/filters', { name, filters: kept }, 'id');
  yield* desk.api('DELETE', `/audit/filters/${id}`);
}

export const CONSOLE_DESK: readonly Walk[] = [signingIn, outbox, retried, configuration, filters];
