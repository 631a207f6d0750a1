import { consent, requestOf } from './authorization.js';
import { Desk } from './desk.js';
import { Person, signedIn, Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

/** Deletes the account, then cancels the deletion. */
async function* deletion(place: Place): Steps {
  const person = yield* signedIn(place);
  yield* person.get('/account/data');
  yield* person.post('/account/data/download');
  yield* person.post('/account/data/delete');
  yield* person.signIn(401);
  const page = yield* person.get('/keep-account');
  yield* person.submit(page, /keep-account/);
  yield* person.get('/account');
}

async function* addresses(place: Place): Steps {
  const [person, stranger, desk] = [new Person(place), new Visitor(place), new Desk(place)];
  yield* person.signIn();
  const identifier = `${place.persona.newName('own')}@own.fuzz.test`;
  yield* person.post('/account/identifiers', { identifier });
  yield* desk.signIn();
  const link = yield* desk.linkTo(person.user.accountId, 'invitation');
  yield* stranger.submit(yield* stranger.get(link), /invitation/);
  const page = yield* person.get('/account/sign-in');
  const removal = found(page, /href="(\/account\/identifiers\/\d+)"/);
  yield* person.post(`${removal}/keep`);
  yield* person.submit(yield* person.get(removal), /identifiers/);
}

async function* password(place: Place): Steps {
  const person = yield* signedIn(place);
  const next = `${place.persona.newName('Pw-')}-marzipan`;
  yield* person.post('/account/password', { reason: 'known', current: person.password, password: next });
  person.password = next;
  yield* person.fill('/confirm?next=/account', /^\/confirm\?/, { current: next });
}

async function* devicePasswords(place: Place): Steps {
  const person = yield* signedIn(place);
  const page = yield* person.get('/account/device-passwords');
  const client = found(page, /<option[^>]* value="([^"]+)"/);
  const made = yield* person.post('/account/device-passwords', { name: 'Tablet', client });
  yield* person.submit(made, /device-passwords\/[^/]+\/end/);
}

/** Signs out one of two browsers, then all other browsers. */
async function* devices(place: Place): Steps {
  const [person, other] = [new Person(place), new Visitor(place)];
  const { email: identifier } = person.user;
  yield* other.post('/sign-in', { identifier, password: person.password });
  yield* person.signIn();
  yield* person.submit(yield* person.get('/account/devices'), /account\/end$/);
  yield* person.post('/account/end-others');
}

/** Disconnects an application that has consent. */
async function* applications(place: Place): Steps {
  const person = yield* signedIn(place);
  yield* consent(person, requestOf(place, 'shop').query);
  yield* person.submit(yield* person.get('/account/applications'), /account\/disconnect/);
}

async function* forgotten(place: Place): Steps {
  const [person, desk] = [new Person(place), new Desk(place)];
  yield* person.submit(yield* person.get('/forgot-password'), /forgot/, { identifier: person.user.email });
  yield* desk.signIn();
  const link = yield* desk.linkTo(person.user.accountId, 'reset');
  const next = `${place.persona.newName('Pw-')}-marzipan`;
  yield* person.get(link.replace('/reset/', '/m/')); // as a text message has it
  yield* person.submit(yield* person.get(link), /reset/, { password: next });
}

export const OWN_ACCOUNT: readonly Walk[] = [
  deletion,
  addresses,
  password,
  devicePasswords,
  devices,
  applications,
  forgotten,
];
