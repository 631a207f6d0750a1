import type { Kit } from '../cast/stock.js';
import type { Persona } from '../cast/persona.js';
import type { Content, Pair } from '../requests/request.js';
import type { Document, Schema } from '../surface/document.js';
import { placesIn, type Route } from '../surface/routes.js';
import { fromSchema, textFrom } from '../values/from-schema.js';
import { header, type Answer } from '../wire/answer.js';
import { draftOf, type Draft } from './draft.js';
import { learnIds } from './learn-ids.js';
import { jsonOf } from './learn-tokens.js';
import { newIdentifier, valueNamed } from './vocabulary.js';

const SIGN_IN = 'adminsessionopen';
const CONFIRMATION_REQUIRED = 'urn:hearth:problem:confirmation-required';
const OPEN: readonly string[] = [SIGN_IN, 'adminsetup'];
/** The operation that creates objects for a path when there are none yet. */
const MAKERS: Readonly<Record<string, string>> = {
  accountId: 'provcreateaccount',
  familyId: 'provcreatefamily',
  clientId: 'adminclientcreate',
  secretId: 'adminclientsecretadd',
  'clientId+secretId': 'adminclientsecretadd',
  grantId: 'admingrantlist',
  name: 'adminrulesetcreate',
  id: 'adminwebhookcreate',
  'delivery+id': 'adminwebhookdeliveries',
  'accountId+sessionId': 'adminaccountsessions',
  'accountId+clientId': 'adminaccountconsents',
  'accountId+identifierId': 'adminaccountconnect',
  'accountId+familyId': 'provaddaccount2family',
  key: 'provgetaccount',
};

/** Paths for objects that exist only for users who have signed in. */
const OF_USERS = /\{accountId\}\/(?:sessions|grants|consents)(?:\/end)?$/;

/** A path with its parameters filled in; or the name of the operation that creates the missing object. */
export function filledPath(
  persona: Persona,
  path: string,
): { path: string; place: Record<string, string> } | string {
  const names = placesIn(path);
  if (names.length === 0) return { path, place: {} };
  const { accountId } = persona.user;
  const kit = OF_USERS.test(path) && persona.random.chance(50) ? { accountId } : persona.kit(names);
  if (!kit)
    return MAKERS[[...names].sort().join('+')] ?? MAKERS[names[names.length - 1]] ?? 'adminoutboxtext';
  const known: Kit = kit;
  const place = Object.fromEntries(names.map((name) => [name, known[name]]));
  return { path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(place[name])), place };
}

/** Requests to the administration API that should succeed, in a session or with a token. */
export class Administration {
  constructor(
    private readonly persona: Persona,
    private readonly document: Document,
  ) {}

  /** @returns a request; or the name of the operation that must come first */
  draft(route: Route): Draft | string {
    const { persona } = this;
    if (OPEN.includes(route.name)) return this.open(route);
    if (!persona.isAdministering) return SIGN_IN;
    const filled = filledPath(persona, route.path);
    if (typeof filled === 'string') return filled;
    const { path, place } = filled;
    const token = needsSession(route) || !persona.random.chance(25) ? null : persona.deskToken;
    const headers: Pair[] = token === null ? [] : [['Authorization', `Bearer ${token}`]];
    const etag = persona.stock.find('etag', 'path', path)?.etag;
    if (route.isConditional) headers.push(['If-Match', etag ?? '*']);
    const content = this.contentFor(route);
    if (content?.kind === 'bytes') headers.push(['Content-Type', route.body?.type ?? '']);
    return draftOf(persona, {
      aim: route.name,
      method: route.methods[0],
      path,
      query: this.queryFor(route),
      content,
      headers,
      jar: token === null ? persona.desk : null,
      learn: (answer) => this.learn(route, path, place, answer),
      refused: (answer) => this.refused(answer),
    });
  }

  private open(route: Route): Draft {
    const { persona } = this;
    const { administrator } = persona;
    const value =
      route.name === SIGN_IN
        ? administrator
        : { code: persona.random.letters(43), name: 'First', ...administrator };
    return draftOf(persona, {
      aim: route.name,
      method: 'POST',
      path: route.path,
      content: { kind: 'json', value },
      jar: persona.desk,
      learn: () => void (persona.isAdministering = route.name === SIGN_IN),
      refused: ({ status }) =>
        void (route.name === SIGN_IN && status !== 503 && persona.leaveAdministrator()),
    });
  }

  private learn(route: Route, path: string, place: Record<string, string>, answer: Answer): void {
    const { persona } = this;
    const etag = header(answer, 'etag');
    if (etag !== undefined) persona.stock.add('etag', { path, etag });
    if (route.name === 'adminsessionend') persona.leaveDesk();
    learnIds(persona, route, place, answer);
    const { secret } = (jsonOf(answer) ?? {}) as { secret?: unknown };
    if (typeof secret === 'string') persona.stock.add('anyToken', { token: secret });
  }

  private refused(answer: Answer): void {
    const { type } = (jsonOf(answer) ?? {}) as { type?: string };
    if (answer.status === 401 || type === CONFIRMATION_REQUIRED) this.persona.leaveDesk();
    else if (answer.status === 403) this.persona.leaveAdministrator(); // the role was taken away
  }

  private queryFor({ parameters }: Route): Pair[] {
    const { random } = this.persona;
    return parameters.flatMap(({ name, isRequired, schema }): Pair[] => {
      if (!isRequired && !random.chance(25)) return [];
      const value = valueNamed(name, this.persona, schema) ?? textFrom(schema, random);
      return typeof value === 'string' ? [[name, value]] : [];
    });
  }

  private contentFor(route: Route): Content | null {
    const { body, name } = route;
    if (body === null) return null;
    if (body.type !== 'application/json') return { kind: 'bytes', bytes: Buffer.from(this.lines()) };
    if (name === 'adminsessionconfirm')
      return { kind: 'json', value: { password: this.persona.cast.password } };
    const known = (member: string, schema: Schema): unknown => this.member(route, member, schema);
    return { kind: 'json', value: fromSchema(body.schema, this.document, this.persona.random, known) };
  }

  private member({ name: route }: Route, name: string, schema: Schema): unknown {
    const { persona } = this;
    const { random } = persona;
    if (name === 'name' && route.startsWith('adminruleset'))
      return route === 'adminrulesetpreview' ? 'WEB' : persona.newName('R').toUpperCase();
    if (name === 'rulesets') return [{ name: persona.newName('R').toUpperCase(), rules: ['acc*'] }];
    if (name === 'secrets') return [{ scheme: 'sha256', verifier: 'ab'.repeat(32) }];
    if (name === 'status') return random.chance(85) ? 'active' : 'disabled';
    return valueNamed(name, persona, schema);
  }

  /** Lines for the import of accounts. */
  private lines(): string {
    const { persona } = this;
    return Array.from({ length: persona.random.between(1, 3) }, () => {
      const { Type, Identifier } = newIdentifier(persona);
      const type = Type === 'phone' ? 'Msisdn' : Type === 'login' ? 'Login' : Type;
      return JSON.stringify({
        name: persona.newName('Imported '),
        identifiers: [{ type, value: Identifier }],
      });
    }).join('\n');
  }
}

/** Whether the operation is about the session itself. */
function needsSession({ name }: Route): boolean {
  return name.startsWith('adminsession');
}
