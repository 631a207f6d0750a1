import { CLIENT, type RealProvider } from '../../test/support/real-provider.js';
import { header, type Answer } from '../wire/answer.js';
import { Desk, deskOf } from './desk.js';
import { newAddress } from './families.js';
import { BackEnd } from './partner.js';
import { Person, Visitor } from './visitor.js';
import { found, Lost, type Place, type Steps, type Walk } from './walk.js';

/** The id under which Hearth knows the run's provider. */
const ID = 'fuzz-portal';

/** Returns the address to which the provider sends people back. */
export function redirectUri(publicUrl: string): string {
  return `${publicUrl}/sign-in/provider/${ID}/callback`;
}

/** Registers the run's provider with Hearth, and returns it. @throws Lost without one */
async function* configured({ provider }: Place, desk: Desk): Steps<RealProvider> {
  if (!provider) throw new Lost('there is no provider');
  yield* desk.signIn();
  const secret = { clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes: ['profile'] };
  const known = { id: ID, name: 'Portal', issuer: provider.issuer, ...secret };
  yield* desk.api('POST', '/providers', known, { mayBe: 409 });
  yield* desk.api('PATCH', `/providers/${ID}`, { isEnabled: true });
  return provider;
}

/** Signs in at the provider. @returns the path on this server that it redirects to */
async function thereAndBack(
  provider: RealProvider,
  address: string | undefined,
  user: string,
): Promise<string> {
  if (!address?.startsWith(provider.issuer)) throw new Lost('it does not lead to the provider');
  const back = await provider.signIn(address, user).catch((cause: unknown) => {
    throw new Lost(`the provider: ${String(cause)}`);
  });
  return back.replace(/^https?:\/\/[^/]+/, '');
}

function addressIn(answer: Answer): string | undefined {
  return header(answer, 'location');
}

/** Signs in at the provider for the first time, connects it with the account, and disconnects it. */
async function* connection(place: Place): Steps {
  const [person, desk] = [new Person(place), new Desk(place)];
  const provider = yield* configured(place, desk);
  const leaving = yield* person.get(`/sign-in/provider/${ID}`);
  const back = await thereAndBack(provider, addressIn(leaving), place.persona.newName('person'));
  const arrived = yield* person.get(back);
  const asked = yield* person.submit(yield* person.follow(arrived), /connection\/.*sign-in/, {
    identifier: person.user.email,
  });
  yield* person.submit(yield* person.follow(asked), /decision/, { decision: 'connect' });
  const page = yield* person.get('/account/sign-in');
  const end = found(page, /href="(\/account\/connections\/\d+)"/);
  yield* person.fill(end, end);
}

async function* invitedThere(place: Place): Steps {
  const [partner, desk, guest] = [new BackEnd(place, 'partner'), new Desk(place), new Visitor(place)];
  yield* configured(place, desk);
  const accountId = yield* partner.invite(newAddress(place));
  const link = yield* desk.linkTo(accountId, 'invitation');
  const leaving = yield* guest.get(`${link}/provider/${ID}`);
  if (!addressIn(leaving)?.startsWith('http')) throw new Lost('it does not lead to the provider');
}

async function* tried(place: Place): Steps {
  const desk = new Desk(place);
  const provider = yield* configured(place, desk);
  const page = yield* desk.fill(`/admin/providers/${ID}`, /\/try$/);
  const way = found(page, /<a href="([^"]*)" role="button">Sign in at /).replaceAll('&amp;', '&');
  const back = yield* desk.get(await thereAndBack(provider, way, place.persona.newName('person')));
  const onward = /url=(\/admin\/providers\/\S+)$/.exec(header(back, 'refresh') ?? '')?.[1];
  if (onward === undefined) throw new Lost('it does not lead back to the console');
  yield* desk.get(onward);
}

async function* record(place: Place): Steps {
  const desk = yield* deskOf(place);
  const id = place.persona.newName('p');
  const issuer = `https://${id}.fuzz.test`;
  const fields = {
    id,
    name: 'Another',
    issuer,
    clientId: 'hearth',
    clientSecret: 'a-secret',
    scopes: 'profile',
  };
  yield* desk.fill('/admin/providers/new', '/admin/providers/new', fields);
  const page = `/admin/providers/${id}`;
  yield* desk.fill(page, page, { name: 'A third' });
  yield* desk.fill(page, `${page}/secret`, { clientSecret: 'another-secret' });
  yield* desk.fill(page, `${page}/state`);
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* recordByApi(place: Place): Steps {
  const desk = yield* deskOf(place);
  const id = place.persona.newName('p');
  const issuer = `https://${id}.fuzz.test`;
  const value = { id, name: 'Another', issuer, clientId: 'hearth', clientSecret: 'a-secret' };
  yield* desk.api('POST', '/providers', value);
  yield* desk.api('GET', `/providers/${id}`);
  yield* desk.api('PATCH', `/providers/${id}`, { name: 'A third' });
  yield* desk.api('PUT', `/providers/${id}/secret`, { clientSecret: 'another-secret' });
  yield* desk.api('DELETE', `/providers/${id}`);
}

export const PROVIDERS: readonly Walk[] = [connection, invitedThere, tried, record, recordByApi];
