import { Jar } from '../cast/jar.js';
import type { User } from '../cast/cast.js';
import { draftOf, NAVIGATION } from '../generate/draft.js';
import { asShown, formsIn } from '../generate/forms.js';
import { learnIds } from '../generate/learn-ids.js';
import type { Content, Pair } from '../requests/request.js';
import { header, type Answer } from '../wire/answer.js';
import { Lost, targetOf, type Place, type Steps } from './walk.js';

const PROOF = /^\/confirm\?/;
const BOUNDARY = 'fuzz-walk';

export type Fields = Readonly<Record<string, string>>;

/** The parts of a request besides its path. */
interface Sent {
  readonly query?: readonly Pair[];
  readonly content?: Content;
  readonly headers?: readonly Pair[];
  /** The status of a refusal that the walk expects. */
  readonly mayBe?: number;
  /** Sent past the proxy, as if from the server's own machine. */
  readonly isDirect?: true;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

/** A person with a separate browser. */
export class Visitor {
  readonly jar = new Jar();
  /** The password for forms that ask for one. */
  password: string;
  /** The path of the current page: a form without an action is sent there. */
  private address = '/';

  constructor(protected readonly place: Place) {
    this.password = place.persona.cast.password;
  }

  async *get(address: string, sent: Sent = {}): Steps<Answer> {
    const [path, query = ''] = address.split('#')[0].split('?');
    return yield* this.request('GET', path, { ...sent, query: [...new URLSearchParams(query)] });
  }

  /** Follows the redirect of an answer. @throws Lost without one */
  async *follow(answer: Answer): Steps<Answer> {
    return yield* this.get(targetOf(answer));
  }

  async *post(address: string, fields: Fields = {}, sent: Sent = {}): Steps<Answer> {
    return yield* this.send(address, { kind: 'form', fields: Object.entries(fields) }, sent);
  }

  /** Submits a form of the page with its shown values, except for these fields. @throws Lost when there is no such form */
  async *submit(
    page: Answer,
    action: RegExp | string,
    fields: Fields = {},
    file?: Buffer | string,
  ): Steps<Answer> {
    const forms = formsIn(page.body.toString(), this.address);
    const form = forms.find((one) => one.method === 'POST' && isAt(action, one.action));
    if (!form) throw new Lost(`${page.status} without a form to ${String(action)}`);
    const pairs = asShown(form, fields, this.password);
    if (!form.isMultipart) return yield* this.send(form.action, { kind: 'form', fields: pairs });
    const name = form.fields.find(({ kind }) => kind === 'file')?.name ?? 'file';
    const uploaded = file ? [{ name, value: file, filename: 'f.png', type: 'image/png' }] : [];
    const parts = [...pairs.map(([key, value]) => ({ name: key, value })), ...uploaded];
    return yield* this.send(form.action, { kind: 'multipart', boundary: BOUNDARY, parts });
  }

  /** Fills in a form of the page at an address. */
  async *fill(address: string, ...form: Tail<Parameters<Visitor['submit']>>): Steps<Answer> {
    return yield* this.submit(yield* this.get(address), ...form);
  }

  protected async *send(address: string, content: Content, sent: Sent = {}): Steps<Answer> {
    const [path, query = ''] = address.split('?');
    return yield* this.request('POST', path, { ...sent, query: [...new URLSearchParams(query)], content });
  }

  /** @throws Lost when it is refused */
  // eslint-disable-next-line @typescript-eslint/require-await -- steps are asynchronous, though this one only waits for an answer
  protected async *request(method: string, path: string, sent: Sent): Steps<Answer> {
    const { persona, table } = this.place;
    const { query, content, headers = NAVIGATION, mayBe, isDirect } = sent;
    // A session that was opened through the proxy is not valid past it.
    const isProxied = isDirect === undefined;
    const route = table.find(method, path);
    const aim = route?.name ?? 'home';
    const learn = (answer: Answer): void => void (route && learnIds(persona, route, {}, answer));
    const { jar } = this;
    const answer = yield draftOf(persona, {
      aim,
      method,
      path,
      query,
      content,
      headers,
      jar,
      isProxied,
      learn,
    });
    this.address = path;
    if (answer.status >= 400 && answer.status !== mayBe) throw new Lost(`${aim} answered ${answer.status}`);
    return answer;
  }
}

/** A visitor with an account that nothing else uses. */
export class Person extends Visitor {
  readonly user: User;

  constructor(place: Place) {
    super(place);
    this.user = place.persona.takeUser();
  }

  /** @returns the answer, which redirects the browser */
  async *signIn(mayBe?: number): Steps<Answer> {
    const { email: identifier } = this.user;
    return yield* this.post('/sign-in', { identifier, password: this.password }, { mayBe });
  }

  /** Confirms the password, as sensitive actions require. */
  async *prove(): Steps {
    yield* this.post('/confirm?next=/account', { current: this.password });
  }

  /** Repeats the request after confirming the password, if the server asks for that first. */
  protected override async *request(...asked: Parameters<Visitor['request']>): Steps<Answer> {
    const answer = yield* super.request(...asked);
    if (!PROOF.test(header(answer, 'location') ?? '')) return answer;
    yield* super.request('POST', '/confirm', {
      query: [...new URLSearchParams(targetOf(answer).split('?')[1])],
      content: { kind: 'form', fields: [['current', this.password]] },
    });
    return yield* super.request(...asked);
  }
}

/** A person who is signed in. */
export async function* signedIn(place: Place): Steps<Person> {
  const person = new Person(place);
  yield* person.signIn();
  return person;
}

function isAt(wanted: RegExp | string, action: string): boolean {
  return typeof wanted === 'string' ? action === wanted : wanted.test(action);
}
