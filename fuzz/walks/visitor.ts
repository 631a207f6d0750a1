import { Jar } from '../cast/jar.js';
import type { User } from '../cast/cast.js';
import { draftOf } from '../generate/draft.js';
import { asShown, formsIn } from '../generate/forms.js';
import { learnIds } from '../generate/learn-ids.js';
import type { Content, Pair } from '../requests/request.js';
import { header, type Answer } from '../wire/answer.js';
import { Lost, targetOf, type Place, type Steps } from './walk.js';

const NAVIGATION: readonly Pair[] = [
  ['Accept', 'text/html'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-Dest', 'document'],
];
const PROOF = /^\/confirm\?/;
const BOUNDARY = 'fuzz-walk';

export type Fields = Readonly<Record<string, string>>;

/** What a request has beside its path. */
interface Sent {
  readonly query?: readonly Pair[];
  readonly content?: Content;
  readonly headers?: readonly Pair[];
  /** A refusal that the walk is made for. */
  readonly mayBe?: number;
  /** Past the proxy, as from the server's own machine. */
  readonly isDirect?: true;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

/** A browser of its own, and who sits before it. */
export class Visitor {
  readonly jar = new Jar();
  /** What is typed where a form asks for a password. */
  password: string;
  /** Where it is: a form without an action is sent there. */
  private address = '/';

  constructor(protected readonly place: Place) {
    this.password = place.persona.cast.password;
  }

  async *get(address: string, sent: Sent = {}): Steps<Answer> {
    const [path, query = ''] = address.split('#')[0].split('?');
    return yield* this.request('GET', path, { ...sent, query: [...new URLSearchParams(query)] });
  }

  /** Goes where an answer leads. @throws Lost when that is nowhere */
  async *follow(answer: Answer): Steps<Answer> {
    return yield* this.get(targetOf(answer));
  }

  async *post(address: string, fields: Fields = {}, sent: Sent = {}): Steps<Answer> {
    return yield* this.send(address, { kind: 'form', fields: Object.entries(fields) }, sent);
  }

  /** Fills a form of the page in, as it is shown but for these fields. @throws Lost when there is no such form */
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
  // eslint-disable-next-line @typescript-eslint/require-await -- steps are asynchronous, though this one waits for an answer alone
  protected async *request(method: string, path: string, sent: Sent): Steps<Answer> {
    const { persona, table } = this.place;
    const { query, content, headers = NAVIGATION, mayBe, isDirect } = sent;
    // A sign-in by the proxy is none for who comes past it.
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

/** A visitor with an account of its own, which nobody else uses. */
export class Person extends Visitor {
  readonly user: User;

  constructor(place: Place) {
    super(place);
    this.user = place.persona.takeUser();
  }

  /** @returns what the browser is led to */
  async *signIn(mayBe?: number): Steps<Answer> {
    const { email: identifier } = this.user;
    return yield* this.post('/sign-in', { identifier, password: this.password }, { mayBe });
  }

  /** Shows that it is still the same person, for what is sensitive. */
  async *prove(): Steps {
    yield* this.post('/confirm?next=/account', { current: this.password });
  }

  /** A request that is made again, should the server first ask who is there. */
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

function isAt(wanted: RegExp | string, action: string): boolean {
  return typeof wanted === 'string' ? action === wanted : wanted.test(action);
}
