import { Authenticator, type Asked } from '../../test/support/passkey-authenticator.js';
import { Person, Visitor } from './visitor.js';
import { objectIn, type Place, type Steps, type Walk } from './walk.js';

/** Adds a passkey and signs in with it, by an authenticator in software. */
async function* passkeys(place: Place): Steps {
  const [person, other] = [new Person(place), new Visitor(place)];
  const device = new Authenticator(place.publicUrl);
  yield* person.signIn();
  yield* person.get('/account/passkeys/new?next=/account');
  yield* person.post('/account/passkeys/later', { next: '/account' });
  const made = objectIn(yield* person.get('/account/passkeys/options')) as Asked;
  const passkey = JSON.stringify(device.register(made));
  yield* person.post('/account/passkeys', { passkey, name: 'Phone', next: '' });
  const asked = objectIn(yield* other.get('/passkey/options?for=people')) as Asked;
  yield* other.post('/sign-in', { passkey: JSON.stringify(device.answer(asked)) });
  const page = yield* person.get('/account/sign-in');
  yield* person.submit(page, /passkeys\/rename/, { name: 'Old phone' });
  yield* person.submit(page, /passkeys\/remove/);
}

export const PASSKEYS: readonly Walk[] = [passkeys];
