import type { ClientRole } from '../cast/cast.js';
import { pkce } from '../values/assertion.js';
import type { Answer } from '../wire/answer.js';
import { BackEnd } from './partner.js';
import { Person, type Fields } from './visitor.js';
import { Lost, objectIn, targetOf, type Place, type Steps, type Walk } from './walk.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

interface Asking {
  readonly query: Fields;
  readonly verifier: string;
}

/** Returns the parameters with which a client sends a browser to /authorize. */
export function requestOf({ persona }: Place, role: ClientRole, scope = 'openid account'): Asking {
  const { id: client_id, redirectUri: redirect_uri } = persona.cast.clients[role];
  const { challenge: code_challenge, verifier } = pkce(persona.random);
  const proof = { code_challenge, code_challenge_method: 'S256', state: persona.random.letters(12) };
  return { query: { response_type: 'code', client_id, redirect_uri, scope, ...proof }, verifier };
}

/** Signs the person in if necessary, and allows the request. @returns the code */
export async function* consent(person: Person, query: Fields): Steps<string> {
  const begun = yield* person.get(`/authorize?${new URLSearchParams(query).toString()}`);
  let page = yield* person.follow(begun);
  if (page.body.includes('/challenge/sign-in')) {
    const { password, user } = person;
    const signIn = { identifier: user.email, password };
    page = yield* person.follow(yield* person.submit(page, /challenge\/sign-in/, signIn));
  }
  return codeIn(yield* person.submit(page, /challenge\/consent/, { decision: 'allow' }));
}

function codeIn(answer: Answer): string {
  const code = new URLSearchParams(targetOf(answer).split('?')[1]).get('code');
  if (code === null) throw new Lost('there is no code');
  return code;
}

async function* codeAndTokens(place: Place): Steps {
  const [person, shop] = [new Person(place), new BackEnd(place, 'shop')];
  const { query, verifier } = requestOf(place, 'shop');
  const code = yield* consent(person, query);
  const token = yield* shop.tokenFor(code, verifier);
  yield* person.get('/userinfo', { headers: [['Authorization', `Bearer ${token}`]] });
  yield* person.submit(yield* person.post('/logout'), /sign-out/);
}

async function* codeByCall(place: Place): Steps {
  const [person, shop] = [new Person(place), new BackEnd(place, 'shop')];
  const { query, verifier: codeVerifier } = requestOf(place, 'shop', '');
  const code = yield* consent(person, query);
  yield* shop.call('/api/log2/generateaccesstokenbyauthorizationcode', {
    code,
    codeVerifier,
    tokentype: 'Bearer',
  });
}

async function* pushed(place: Place): Steps {
  const [person, shop] = [new Person(place), new BackEnd(place, 'shop')];
  const { query } = requestOf(place, 'shop');
  const { client_id, ...asked } = query;
  const request_uri = yield* shop.told('/par', asked, 'request_uri');
  yield* consent(person, { client_id, request_uri });
}

async function* device(place: Place): Steps {
  const [person, phone] = [new Person(place), new BackEnd(place, 'phone')];
  const begun = objectIn(yield* phone.call('/device_authorization', {})) as Record<string, string>;
  yield* person.signIn();
  const page = yield* person.get(`/device?user_code=${begun.user_code}`);
  const asked = yield* person.submit(page, /^\/device$/);
  yield* person.submit(asked, /device\/decision/, { decision: 'allow' });
  yield* phone.call('/token', { grant_type: DEVICE_CODE, device_code: begun.device_code });
}

export const AUTHORIZATION: readonly Walk[] = [codeAndTokens, codeByCall, pushed, device];
