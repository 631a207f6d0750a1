import { consent, requestOf } from './authorization.js';
import { Desk } from './desk.js';
import { Person, Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

/** Deletes the account, and keeps it after all. */
async function* deletion(place: Place): Steps {
  const person = new Person(place);
  yield* person.signIn();
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
  const person = new Person(place);
  yield* person.signIn();
  const next = `${place.persona.newName('Pw-')}-marzipan`;
  yield* person.post('/account/password', { reason: 'known', current: person.password, password: next });
  person.password = next;
  yield* person.fill('/confirm?next=/account', /^\/confirm\?/, { current: next });
}

async function* devicePasswords(place: Place): Steps {
  const person = new Person(place);
  yield* person.signIn();
  const page = yield* person.get('/account/device-passwords');
  const client = found(page, /<option[^>]* value="([^"]+)"/);
  const made = yield* person.post('/account/device-passwords', { name: 'Tablet', client });
  yield* person.submit(made, /device-passwords\/[^/]+\/end/);
}

/** Ends one of two browsers, then all but the own. */
async function* devices(place: Place): Steps {
  const [person, other] = [new Person(place), new Visitor(place)];
  const { email: identifier } = person.user;
  yield* other.post('/sign-in', { identifier, password: person.password });
  yield* person.signIn();
  yield* person.submit(yield* person.get('/account/devices'), /account\/end$/);
  yield* person.post('/account/end-others');
}

/** An application that was allowed something is disconnected. */
async function* applications(place: Place): Steps {
  const person = new Person(place);
  yield* person.signIn();
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
  { reaches: ['accountdownload', 'accountdelete', 'keepaccount', 'keepaccountpost'], steps: deletion },
  { reaches: ['accountadd', 'accountremoval', 'accountremove', 'accountkeepaddress'], steps: addresses },
  { reaches: ['accountpassword', 'accountconfirm', 'accountconfirmed'], steps: password },
  { reaches: ['accountdevicepasswordmake', 'accountdevicepasswordend'], steps: devicePasswords },
  { reaches: ['accountend', 'accountendothers'], steps: devices },
  { reaches: ['accountdisconnect'], steps: applications },
  { reaches: ['resetpassword', 'resetpasswordpost', 'shortlink'], steps: forgotten },
];
