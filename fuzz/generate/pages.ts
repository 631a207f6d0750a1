import type { Jar } from '../cast/jar.js';
import type { ClientRole } from '../cast/cast.js';
import type { Persona } from '../cast/persona.js';
import type { Content, Pair } from '../requests/request.js';
import { placesIn, type Route } from '../surface/routes.js';
import { pkce } from '../values/assertion.js';
import { header, type Answer } from '../wire/answer.js';
import { filledPath } from './administration.js';
import { draftOf, NAVIGATION, type Draft } from './draft.js';
import { filledIn, formsIn, type Form } from './forms.js';
import { BOUNDARY } from './lane.js';
import { learnIds } from './learn-ids.js';
import { CONSOLE_SIGN_IN, PAGE_SIGN_IN, pageSignIn } from './page-sign-ins.js';
import type { RouteTable } from './route-table.js';
import { valueNamed } from './vocabulary.js';

/** The operation that leads to a page, where its URL is not enough to open it. */
const BEFORE: Readonly<Record<string, string>> = {
  challenge: 'oauth2authorize',
  challengesignin: 'oauth2authorize',
  challengeconsent: 'oauth2authorize',
};
const LINKS: readonly (readonly [prefix: string, kind: string, maker: string])[] = [
  ['/link/', 'token@link', 'oauth2token'],
  ['/reset/', 'token@reset', 'forgotpasswordpost'],
  ['/invitation/', 'token@invitation', 'provcreateaccount'],
  ['/proposal/', 'token@proposal', 'provcreateaccount'],
  ['/lost-factor/', 'token@lost-factor', 'lostfactorpost'],
  ['/hand-over/', 'token@hand-over', 'accountfamilyhandover'],
];
/** Pages of a signed-in user. */
const OWN = /^\/account/;
const KEPT_FORMS = 5;

/** Requests of a browser: pages, and their forms. */
export class Pages {
  private readonly forms = new Map<string, Form[]>();

  constructor(
    private readonly persona: Persona,
    private readonly table: RouteTable,
    /** Queues the browser's next request after an answer. */
    private readonly goOn: (draft: Draft) => void,
  ) {}

  /** @returns a request; or the name of the operation that must come first */
  draft(route: Route): Draft | string {
    const { persona } = this;
    if (route.surface === 'console' && route.operation.administration && !persona.isInConsole)
      return CONSOLE_SIGN_IN;
    if (OWN.test(route.path) && !persona.isOnPages) return PAGE_SIGN_IN;
    const signIn = pageSignIn(persona, route, NAVIGATION);
    if (signIn) return signIn;
    if (route.name.startsWith('oauth2authorize')) return this.authorize(route);
    const form = this.forms.get(route.name)?.pop();
    if (form) return this.submit(route, form);
    const before = BEFORE[route.name];
    if (before !== undefined) return before;
    return route.methods[0] === 'GET' ? this.visit(route) : this.opener(route);
  }

  /** Follows a link or redirect to this server. */
  follow(target: string, jar: Jar): Draft | null {
    const [path, query = ''] = target.split('?');
    const route = this.table.find('GET', path);
    if (!route) return null;
    return this.page(route, path, [...new URLSearchParams(query)], jar);
  }

  private visit(route: Route): Draft | string {
    const { persona } = this;
    const link = LINKS.find(([prefix]) => route.path.startsWith(prefix));
    if (link) {
      const found = persona.stock.pick(link[1], persona.random);
      if (!found) return persona.random.chance(50) ? link[2] : 'adminoutboxtext';
      return this.page(route, route.path.replace('{token}', found.token), []);
    }
    const filled = filledPath(persona, route.path);
    return typeof filled === 'string' ? filled : this.page(route, filled.path, this.queryFor(route));
  }

  /** The page whose form has this target: at the same path, or the one above it. */
  private opener(route: Route): Draft | string {
    for (let path = route.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
      const page = this.table.page(path);
      if (page) return this.visit(page);
    }
    return this.submit(route, {
      action: route.path,
      method: 'POST',
      isMultipart: false,
      fields: [],
      buttons: [],
      typed: null,
    });
  }

  private page(route: Route, path: string, query: readonly Pair[], jar = this.jarFor(route)): Draft {
    const address = path;
    return draftOf(this.persona, {
      aim: route.name,
      method: 'GET',
      path,
      query,
      headers: NAVIGATION,
      jar,
      learn: (answer) => this.learn(route, address, jar, answer),
      refused: (answer) => this.refused(route, answer),
    });
  }

  private submit(route: Route, form: Form): Draft {
    const { persona } = this;
    const jar = this.jarFor(route);
    const [path, query = ''] = form.action.split('?');
    const fields = filledIn(form, persona, (name) => this.fieldValue(route, name));
    const content: Content = form.isMultipart
      ? {
          kind: 'multipart',
          boundary: BOUNDARY,
          parts: [...fields.map(([name, value]) => ({ name, value })), ...this.file(route)],
        }
      : { kind: 'form', fields };
    const isGet = form.method === 'GET';
    return draftOf(persona, {
      aim: route.name,
      method: form.method,
      path,
      query: isGet ? fields : [...new URLSearchParams(query)],
      content: isGet ? null : content,
      headers: NAVIGATION,
      jar,
      learn: (answer) => this.learn(route, path, jar, answer),
      refused: (answer) => this.refused(route, answer),
    });
  }

  private file({ name }: Route): { name: string; value: string; filename: string; type: string }[] {
    const line = {
      name: this.persona.newName('Line '),
      identifiers: [{ type: 'Login', value: this.persona.newName('u') }],
    };
    const document = { rulesets: [{ name: this.persona.newName('R').toUpperCase(), rules: ['acc*'] }] };
    const value = JSON.stringify(name.includes('import') && name.includes('account') ? line : document);
    return [{ name: 'file', value, filename: 'f.json', type: 'application/json' }];
  }

  private fieldValue({ surface, path }: Route, name: string): string | undefined {
    const { persona } = this;
    const { cast, random, user } = persona;
    if (surface === 'console') {
      if (name === 'password') return cast.password;
      if (name === 'identifier') return persona.administrator.identifier;
      if (name === 'name' && path.includes('rulesets')) return persona.newName('R').toUpperCase();
      if (name === 'redirectUrls' || name === 'jwks' || name === 'assertionIssuer') return '';
    } else if (name === 'identifier' && path.startsWith('/account'))
      return `${persona.newName('own')}@own.fuzz.test`;
    else if (name === 'identifier' || name === 'username') return random.pick([user.email, user.login]);
    const value = valueNamed(name, persona, {});
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value)
      ? value.join('\n')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  }

  private authorize(route: Route): Draft {
    const { persona } = this;
    const { random, cast } = persona;
    const client: ClientRole = random.pick(['shop', 'phone', 'strict', 'app']);
    const needsProof = client === 'phone' || client === 'strict' || random.chance(30);
    const proof = needsProof ? pkce(random) : null;
    const scope = random.pick(['', 'openid', 'openid account', 'account']);
    const state = random.letters(12);
    const query: Pair[] = [
      ['response_type', 'code'],
      ['client_id', cast.clients[client].id],
      ['redirect_uri', cast.clients[client].redirectUri],
      ['state', state],
    ];
    if (scope !== '') query.push(['scope', scope]);
    if (proof) query.push(['code_challenge', proof.challenge], ['code_challenge_method', 'S256']);
    if (random.chance(20)) query.push(['prompt', random.pick(['login', 'consent', 'select_account'])]);
    if (random.chance(20))
      query.push(['nonce', random.letters(10)], ['max_age', '3600'], ['ui_locales', 'fr de']);
    const begun = { state, client, verifier: proof?.verifier ?? '', scope };
    const jar = persona.browser;
    const isPost = route.methods[0] === 'POST';
    return draftOf(persona, {
      aim: route.name,
      method: isPost ? 'POST' : 'GET',
      path: route.path,
      query: isPost ? [] : query,
      content: isPost ? { kind: 'form', fields: query } : null,
      headers: NAVIGATION,
      jar,
      learn: (answer) => {
        persona.stock.add('begun', begun);
        this.learn(route, route.path, jar, answer);
      },
    });
  }

  private queryFor({ path, parameters }: Route): Pair[] {
    const { random } = this.persona;
    if (placesIn(path).length > 0 || !random.chance(40)) return [];
    const names =
      parameters.length > 0
        ? parameters.map(({ name }) => name)
        : ['query', 'after', 'state', 'client', 'account', 'next'];
    const name = random.pick(names);
    const value = valueNamed(name, this.persona, {});
    return typeof value === 'string' ? [[name, value]] : [];
  }

  private jarFor({ surface }: Route): Jar {
    return surface === 'console' ? this.persona.desk : this.persona.browser;
  }

  private learn(route: Route, address: string, jar: Jar, answer: Answer): void {
    learnIds(this.persona, route, {}, answer);
    const type = header(answer, 'content-type') ?? '';
    if (type.startsWith('text/html')) this.keepForms(formsIn(answer.body.toString(), address), jar);
    const location = header(answer, 'location');
    if (location !== undefined) this.arrive(location, jar);
    if (route.name === 'signout' || route.name === 'accountend') this.persona.signedOut();
    if (route.name === 'adminsignout') this.persona.leaveDesk();
  }

  private keepForms(forms: readonly Form[], jar: Jar): void {
    const routed = forms.flatMap((form) => {
      const route = this.table.find(form.method, form.action.split('?')[0]);
      return route ? [{ form, route }] : [];
    });
    for (const { form, route } of routed)
      this.forms.set(route.name, [...(this.forms.get(route.name) ?? []).slice(1 - KEPT_FORMS), form]);
    const { browser, random } = this.persona;
    const posts = routed.filter(({ form }) => form.method === 'POST');
    if (jar !== browser || posts.length === 0) return;
    const { form, route } = random.pick(posts);
    if (random.chance(goesOnPercent(form.action))) this.goOn(this.submit(route, form));
  }

  /** Follows a redirect: on this server the browser goes on; a third party's address receives a code. */
  private arrive(location: string, jar: Jar): void {
    const { persona } = this;
    if (location.startsWith('/')) {
      if (location.startsWith('/sign-in')) persona.isOnPages = false;
      else if (location.startsWith('/admin/sign-in')) persona.leaveDesk();
      const next = persona.random.chance(goesOnPercent(location)) ? this.follow(location, jar) : null;
      if (next) this.goOn(next);
      return;
    }
    const answered = URL.canParse(location) ? new URL(location).searchParams : null;
    const code = answered?.get('code');
    const begun = persona.stock.find('begun', 'state', answered?.get('state') ?? '');
    if (code && begun) persona.stock.add('code', { code, ...begun });
  }

  private refused(route: Route, { status }: Answer): void {
    if (route.surface !== 'console') return;
    if (status === 401) this.persona.leaveDesk();
    else if (status === 403) this.persona.leaveAdministrator(); // the role was taken away
  }
}

/** Multi-step flows are followed to the end; elsewhere a browser would only go in circles. */
function goesOnPercent(address: string): number {
  return /^\/(?:challenge|link|reset|invitation|confirm)/.test(address) ? 80 : 10;
}
