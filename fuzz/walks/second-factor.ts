import { codeAt, keyOf, STEP_SECONDS } from '../../test/support/one-time-code.js';
import { Desk } from './desk.js';
import { Person, signedIn, Visitor } from './visitor.js';
import { found, Lost, objectIn, type Place, type Steps, type Walk } from './walk.js';

const PAGE = '/account/second-factor';
const KEY = /<code>([A-Z2-7 ]{39})<\/code>/;
const SETUP = /name="setup" value="([\w-]+)"/;
const RECOVERY = /<code>((?:[0-9a-z]{5}-){4}[0-9a-z]{5})<\/code>/g;

/** An authenticator application. Each code works once. */
class App {
  private readonly key: Buffer;
  private used = 0;

  constructor(keyText: string) {
    this.key = keyOf(keyText);
  }

  /** Returns the current code, then the next one, which the server accepts too. */
  code(): string {
    return codeAt(this.key, Date.now() / 1000 + STEP_SECONDS * this.used++);
  }
}

interface Factor {
  readonly app: App;
  /** Recovery codes, used from the end. */
  readonly recovery: string[];
}

/** Sets up a second factor for a person who is signed in. */
async function* protect(person: Person, setupCode = ''): Steps<Factor> {
  const page = yield* person.post(PAGE);
  const app = new App(found(page, KEY));
  const done = yield* person.post(`${PAGE}/confirm`, {
    setup: found(page, SETUP),
    code: app.code(),
    setupCode,
  });
  const recovery = [...done.body.toString().matchAll(RECOVERY)].map(([, code]) => code);
  if (recovery.length === 0) throw new Lost('there are no recovery codes');
  return { app, recovery };
}

async function* withFactor(place: Place): Steps {
  const person = yield* signedIn(place);
  const { app, recovery } = yield* protect(person);
  yield* person.post('/sign-out');
  yield* person.signIn();
  yield* person.get('/sign-in/code');
  yield* person.post('/sign-in/code', { code: app.code(), trust: 'yes' });
  yield* person.post('/confirm/factor?next=/account', { recovery: recovery.pop() ?? '' });
  const page = yield* person.get(PAGE);
  const browser = found(page, /name="browser" value="([0-9a-f]{64})"/);
  yield* person.post(`${PAGE}/untrust`, { browser });
  yield* person.post(`${PAGE}/codes`);
  yield* person.post(`${PAGE}/remove`);
}

/** The wait is at least an hour: an earlier request is refused and told how long it still takes. */
async function* withoutFactor(place: Place): Steps {
  const [person, stranger, desk] = [new Person(place), new Visitor(place), new Desk(place)];
  const { accountId } = person.user;
  yield* person.signIn();
  yield* protect(person);
  yield* person.post('/lost-factor');
  yield* desk.signIn();
  const link = yield* desk.linkTo(accountId, 'lost-factor');
  yield* stranger.get(link);
  yield* stranger.post(link, {}, { mayBe: 400 });
  yield* person.post(`${PAGE}/keep`, {}, { mayBe: 400 });
  yield* stranger.post(`${link}/stop`);
}

/** An account gets few such links, so the API and the page need an account each. */
async function* helped(place: Place): Steps {
  const [one, other, desk] = [new Person(place), new Person(place), new Desk(place)];
  yield* desk.signIn();
  for (const person of [one, other]) {
    yield* person.signIn();
    yield* protect(person);
  }
  yield* desk.api('POST', `/accounts/${one.user.accountId}/factor-recovery`);
  yield* desk.fill(`/admin/accounts/${other.user.accountId}`, /\/factor-recovery$/);
}

async function* administratorWithFactor(place: Place): Steps {
  const [person, desk, other] = [new Person(place), new Desk(place), new Visitor(place)];
  const { email: identifier, accountId } = person.user;
  yield* desk.signIn();
  const given = objectIn(yield* desk.api('PATCH', `/accounts/${accountId}`, { role: 'support' }));
  const { code } = (given as { setupCode: { code: string } }).setupCode;
  yield* person.signIn();
  const { app } = yield* protect(person, code);
  yield* other.submit(yield* other.get('/admin/sign-in'), /sign-in/, {
    identifier,
    password: person.password,
  });
  yield* other.submit(yield* other.get('/admin/sign-in/code'), /code/, { code: app.code() });
}

export const SECOND_FACTOR: readonly Walk[] = [withFactor, withoutFactor, helped, administratorWithFactor];
