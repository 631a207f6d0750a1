import { createHash, randomBytes } from 'node:crypto';
import { basic, fail, heading, isAccount, step, type Answer, type Step } from './tour-steps.js';

interface Login {
  readonly identifier: string;
  readonly password: string;
}

interface ThirdParty {
  readonly clientId: string;
  readonly clientSecret: string;
}

const CALLBACK = 'http://localhost:4000/callback';

/**
 * A third party connects the member's account, as in docs/sign-people-in/third-party.md. It disconnects at the end, so that the tour
 * can be repeated.
 */
export async function thirdPartyTour(base: string, thirdParty: ThirdParty, member: Login): Promise<void> {
  heading('A third party sends its user to sign in and consent');
  const browser = new TourBrowser(base);
  const verifier = randomBytes(32).toString('base64url');
  const { code } = await authorize(browser, thirdParty.clientId, verifier, member);
  const app = basic(thirdParty);
  const exchange = {
    path: '/token',
    form: { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier },
    headers: app,
  };
  const { json: tokens } = await step(base, {
    title: 'The third party exchanges the code, with its PKCE verifier',
    ...exchange,
    status: 200,
    expect: ({ json }) => String(json.token_type) === 'Bearer',
  });
  await step(base, {
    title: 'It calls the API for the user',
    path: '/api/acc/getloggedaccount',
    headers: { Authorization: `Bearer ${tokens.access_token}` },
    status: 200,
    expect: isAccount,
  });
  const introspection = {
    path: '/introspect',
    form: { token: tokens.access_token },
    headers: app,
    status: 200,
  };
  await step(base, {
    title: 'It asks what the token may do',
    ...introspection,
    expect: ({ json }) => isActive(json) === true,
  });
  await browser.send({
    title: 'The user disconnects it, under /account',
    path: '/account/disconnect',
    form: { client: thirdParty.clientId },
    status: 303,
  });
  await step(base, {
    title: 'The token no longer works',
    ...introspection,
    expect: ({ json }) => isActive(json) === false,
  });
  await step(base, {
    title: 'Nor does the refresh token',
    path: '/token',
    form: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    headers: app,
    status: 400,
    expect: ({ json }) => json.error === 'invalid_grant',
  });
  await browser.send({ title: 'The user signs out', path: '/sign-out', form: {}, status: 303 });
}

/** What the user does. @returns the code that comes back to the third party */
async function authorize(
  browser: TourBrowser,
  clientId: string,
  verifier: string,
  { identifier, password }: Login,
): Promise<{ code: string }> {
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: 'account',
    state: 'tour',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await browser.send({
    title: 'The browser comes to /authorize',
    path: `/authorize?${asked.toString()}`,
    status: 302,
  });
  const { pathname, search } = new URL(begun.headers.get('location') ?? fail('It leads nowhere.'));
  const challenge = pathname + search;
  const signIn = await browser.send({ title: 'The sign-in form', path: challenge, status: 200 });
  await browser.send({
    title: 'The user signs in',
    ...formIn(signIn, 'password', { identifier, password }),
    status: 303,
  });
  const consent = await browser.send({
    title: 'The consent form names the third party and what it asks for',
    path: challenge,
    status: 200,
  });
  const allowed = await browser.send({
    title: 'The user allows it',
    ...formIn(consent, 'decision', { decision: 'allow' }),
    status: 302,
  });
  const back = new URL(allowed.headers.get('location') ?? '', CALLBACK).searchParams;
  const code = back.get('code');
  if (code === null || back.get('state') !== 'tour') fail('The code and state did not come back.');
  return { code };
}

/** A browser without script that keeps its cookies. */
class TourBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly base: string) {}

  async send(asked: Step): Promise<Answer> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await step(this.base, { ...asked, headers: Cookie === '' ? {} : { Cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0].split(/=(.*)/s);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** The form of a page that has this field, filled in. */
function formIn(
  { text }: Answer,
  field: string,
  values: Record<string, string>,
): { path: string; form: Record<string, string> } {
  const form = text.match(/<form.*?<\/form>/gs)?.find((html) => html.includes(`name="${field}"`));
  const path = form && /action="([^"]*)"/.exec(form)?.[1];
  if (!form || !path) return fail(`There is no form with a field ${field} on the page.`);
  const hidden = [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { path, form: { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...values } };
}

function isActive(json: object): unknown {
  return (json as { active?: unknown }).active;
}
