import { consent, requestOf } from './authorization.js';
import { Desk, deskOf } from './desk.js';
import { newAddress } from './families.js';
import { BackEnd } from './partner.js';
import { Person, Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

const SUBJECT = 'partner-user';

async function* profile(place: Place): Steps {
  const [desk, person] = [new Desk(place), new Person(place)];
  const { persona } = place;
  const { accountId } = person.user;
  const [page, api] = [`/admin/accounts/${accountId}`, `/accounts/${accountId}`];
  yield* desk.signIn();
  yield* desk.fill(page, page, { name: persona.newName('Name ') });
  yield* desk.fill(page, `${page}/password-reset`);
  const issuer = persona.cast.portalIssuer;
  const value = persona.newName(SUBJECT);
  yield* desk.fill(`${page}/sign-in`, `${page}/external-ids`, { issuer, value });
  const connected = yield* desk.get(`${page}/sign-in`);
  const id = found(connected, /\/external-ids\/(\d+)\/disconnect/);
  yield* desk.api('DELETE', `${api}/external-ids/${id}`);
  yield* desk.api('POST', `${api}/external-ids`, { issuer, value });
  yield* desk.fill(`${page}/sign-in`, /\/disconnect$/);
  yield* desk.fill(page, `${page}/role`, { role: 'support' });
  yield* desk.fill(page, `${page}/setup-code`);
  yield* desk.api('POST', `${api}/setup-code`);
  yield* desk.fill(`${page}/sign-in`, `${page}/identifiers`, { type: 'Login', value: persona.newName('l') });
  const remove = found(yield* desk.get(`${page}/sign-in`), new RegExp(`(${page}/identifiers/\\d+/remove)`));
  yield* desk.fill(remove, remove);
  yield* desk.api('POST', `${api}/identifiers`, { type: 'Login', value: persona.newName('l') });
  const other = found(yield* desk.get(`${page}/sign-in`), new RegExp(`${page}/identifiers/(\\d+)/remove`));
  yield* desk.api('DELETE', `${api}/identifiers/${other}`);
  yield* desk.fill(page, `${page}/status`);
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* created(place: Place): Steps {
  const [desk, person] = [new Desk(place), new Person(place)];
  const { persona } = place;
  yield* desk.signIn();
  const name = persona.newName('Name ');
  const made = { name, type: 'Email', identifier: newAddress(place) };
  yield* desk.fill('/admin/accounts/new', '/admin/accounts/new', made);
  yield* desk.api('POST', '/accounts', { ...made, identifier: newAddress(place) });
  yield* desk.api('POST', `/accounts/${person.user.accountId}/password-reset`);
  const identifiers = [{ type: 'Email', value: newAddress(place) }];
  yield* desk.fill('/admin/accounts/import', '/admin/accounts/import', {
    lines: JSON.stringify({ name, identifiers }),
  });
}

/** Invites accounts that were imported without a password. */
async function* invited(place: Place): Steps {
  const desk = yield* deskOf(place);
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const identifiers = [{ type: 'Email', value: newAddress(place) }];
    ids.push(yield* desk.imported({ name: place.persona.newName('Imported '), identifiers }));
  }
  yield* desk.api('POST', `/accounts/${ids[0]}/invitation`);
  yield* desk.fill(`/admin/accounts/${ids[1]}`, /\/invitation$/);
}

/** Secures accounts that an attacker got into. */
async function* stolen(place: Place): Steps {
  const [desk, one, other] = [new Desk(place), new Person(place), new Person(place)];
  const page = `/admin/accounts/${one.user.accountId}`;
  const api = `/accounts/${other.user.accountId}`;
  yield* desk.signIn();
  yield* desk.fill(`${page}/hold`, `${page}/hold`);
  const to = found(yield* desk.get(`${page}/secure`), /name="to" value="(\d+)"/);
  yield* desk.fill(`${page}/secure`, `${page}/secure`, { to });
  yield* desk.api('POST', `${api}/hold`);
  const their = found(
    yield* desk.get(`/admin/accounts/${other.user.accountId}/secure`),
    /name="to" value="(\d+)"/,
  );
  yield* desk.api('POST', `${api}/secure`, { to: their, endsGrants: true, startsRecovery: true });
}

/** Ends a person's sessions, grants and consents, on pages and by the API. */
async function* access(place: Place): Steps {
  const [desk, person] = [new Desk(place), new Person(place)];
  const { accountId } = person.user;
  const page = `/admin/accounts/${accountId}`;
  const api = `/accounts/${accountId}`;
  yield* desk.signIn();
  for (const way of ['page', 'api'] as const) {
    for (const each of ['one', 'all'] as const) {
      yield* person.signIn();
      const query = requestOf(place, 'shop');
      const code = yield* consent(person, { ...query.query, prompt: 'consent' });
      const shop = new BackEnd(place, 'shop');
      yield* shop.tokenFor(code, query.verifier);
      if (way === 'api') {
        const sessionId = yield* desk.first(`${api}/sessions`, 'sessionId');
        yield* desk.api('DELETE', each === 'one' ? `${api}/sessions/${sessionId}` : `${api}/sessions`);
        const clientId = yield* desk.first(`${api}/consents`, 'clientId');
        const grantId = yield* desk.first(`${api}/grants`, 'grantId');
        if (each === 'one') yield* desk.api('DELETE', `/grants/${grantId}`);
        else yield* desk.api('DELETE', `${api}/grants`);
        yield* desk.api('DELETE', `${api}/consents/${clientId}`);
      } else {
        const one = new RegExp(each === 'one' ? '/sessions/[^/]+/end$' : '/sessions/end$');
        yield* desk.fill(`${page}/sessions`, one);
        const grant = new RegExp(each === 'one' ? '/grants/[^/]+/end$' : '/grants/end$');
        yield* desk.fill(`${page}/applications`, grant);
        yield* desk.fill(`${page}/applications`, /\/consents\/[^/]+\/end$/);
      }
    }
  }
}

/** Inspects and revokes tokens, and ends a grant, on the page of tokens and by the API. */
async function* tokens(place: Place): Steps {
  const desk = new Desk(place);
  const { persona } = place;
  const page = '/admin/grants';
  const app = new BackEnd(place, 'app');
  yield* desk.signIn();
  const { email: username } = persona.takeUser();
  const grant = { grant_type: 'password', username, password: persona.cast.password };
  yield* app.call('/token', grant);
  yield* desk.fill(`${page}?client=${persona.cast.clients.app.id}`, /\/grants\/[^/]+\/end$/);
  const own = (): Steps<string> => app.told('/token', { grant_type: 'client_credentials' }, 'access_token');
  yield* desk.post(`${page}/inspect`, { token: yield* own() });
  yield* desk.post(`${page}/revoke`, { token: yield* own() });
  yield* desk.api('POST', '/tokens/inspect', { token: yield* own() });
  yield* desk.api('POST', '/tokens/revoke', { token: yield* own() });
}

/** Ends additions of an attacker on the person's page, in the console and by the API, and restores what was suspended. */
async function* waysIn(place: Place): Steps {
  const [desk, person, other] = [new Desk(place), new Person(place), new Visitor(place)];
  const { email: identifier, accountId } = person.user;
  const address = (): string => `${place.persona.newName('own')}@own.fuzz.test`;
  yield* desk.signIn();
  yield* other.post('/sign-in', { identifier, password: person.password });
  yield* other.post('/account/identifiers', { identifier: address() });
  const link = yield* desk.linkTo(accountId, 'invitation');
  yield* other.submit(yield* other.get(link), /invitation/);
  yield* person.signIn();
  const listed = yield* person.get('/account/security');
  const unknown = found(listed, /href="(\/account\/sign-ins\/\d+)"/);
  yield* person.submit(yield* person.get(unknown), /sign-ins/);
  yield* person.submit(yield* person.get('/account/sign-in'), /suspended/);
  yield* person.post('/account/identifiers', { identifier: address() });
  yield* person.submit(yield* person.get('/account/security'), /security\/end/);
  yield* person.post('/account/identifiers', { identifier: address() });
  const ways = `/admin/accounts/${accountId}/ways`;
  const one = found(yield* desk.get(ways), new RegExp(`"(${ways}/additionLinks/[\\da-f]+/end)"`));
  yield* desk.fill(one, one);
  yield* person.post('/account/identifiers', { identifier: address() });
  const way = found(yield* desk.get(ways), new RegExp(`"${ways}/(additionLinks/[\\da-f]+)/end"`));
  yield* desk.api('DELETE', `/accounts/${accountId}/ways/${way}`);
}

export const CONSOLE_ACCOUNTS: readonly Walk[] = [waysIn, profile, created, invited, stolen, access, tokens];
