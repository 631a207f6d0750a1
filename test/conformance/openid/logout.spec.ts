import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import { clientRowId, outdate, rows } from '../../support/database-rows.js';
import type { RawAnswer } from '../../support/http.js';
import { deliver } from '../../support/invitations.js';
import { LogoutReceiver } from '../../support/logout-receiver.js';
import {
  hiddenFields,
  type Form,
  type RelyingParty,
  type VerifiedIdToken,
} from '../../support/relying-party.js';
import { SUITE, useSuite } from './stage.js';

const BACKCHANNEL = 'http://schemas.openid.net/event/backchannel-logout';

/** A user who signed in at the client, and the request to sign out that the suite makes. */
interface SignedIn {
  readonly party: RelyingParty;
  readonly idToken: VerifiedIdToken;
  readonly asked: Record<string, string>;
}

describe('signing out at the end_session_endpoint', () => {
  const suite = useSuite({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });

  async function signedIn(): Promise<SignedIn> {
    const party = suite.party();
    const { idToken } = await party.signIn();
    const state = randomBytes(30).toString('base64url');
    const asked = { id_token_hint: idToken.text, post_logout_redirect_uri: SUITE.first.afterLogout, state };
    return { party, idToken, asked };
  }

  /** The user is asked, and says yes. */
  async function signOut({ party, asked }: SignedIn, changes: Form = {}): Promise<RawAnswer> {
    const all = Object.entries({ ...asked, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const page = await party.browser.get(`/logout?${new URLSearchParams(all).toString()}`);
    expect([page.status, page.headers.location]).toEqual([200, undefined]);
    expect(page.text).toContain('<form method="post" action="/sign-out"');
    return party.browser.post('/sign-out', hiddenFields(page));
  }

  const leadsTo = ({ status, headers }: RawAnswer) => [status, headers.location];

  async function isSignedOut({ party }: SignedIn): Promise<void> {
    expect(await party.refusedUnseen()).toBe('login_required');
  }

  describe('RP-Initiated Logout OP', () => {
    it('oidcc-rp-initiated-logout', async () => {
      const user = await signedIn();
      const { post_logout_redirect_uri: back, state } = user.asked;
      expect(leadsTo(await signOut(user))).toEqual([303, `${back}?state=${state}`]);
      await isSignedOut(user);
    });

    it('oidcc-rp-initiated-logout-no-state', async () => {
      const user = await signedIn();
      const back = user.asked.post_logout_redirect_uri;
      expect(leadsTo(await signOut(user, { state: undefined }))).toEqual([303, back]);
      await isSignedOut(user);
    });

    const none = { id_token_hint: undefined, post_logout_redirect_uri: undefined, state: undefined };
    const { afterLogout } = SUITE.first;
    it.each<[string, (user: SignedIn) => Form | Promise<Form>]>([
      [
        'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
        () => ({ post_logout_redirect_uri: 'https://suite.example/bad_post_logout_redirect_uri' }),
      ],
      [
        'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
        () => ({ post_logout_redirect_uri: `${afterLogout}?foo=bar` }),
      ],
      [
        'oidcc-rp-initiated-logout-modified-id-token-hint',
        ({ idToken }) => ({ id_token_hint: unsigned(idToken) }),
      ],
      [
        'oidcc-rp-initiated-logout-bad-id-token-hint',
        async ({ idToken }) => ({ id_token_hint: await signedBySomebodyElse(idToken) }),
      ],
      ['oidcc-rp-initiated-logout-no-id-token-hint', () => ({ id_token_hint: undefined })],
      ['oidcc-rp-initiated-logout-no-params', () => none],
      [
        'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
        () => ({ post_logout_redirect_uri: undefined }),
      ],
      ['oidcc-rp-initiated-logout-only-state', ({ asked }) => ({ ...none, state: asked.state })],
    ])('%s', async (_module, changes) => {
      const user = await signedIn();
      const end = await signOut(user, await changes(user));
      expect(leadsTo(end)).toEqual([200, undefined]);
      expect(end.text).toContain('You are signed out');
      await isSignedOut(user);
    });

    const unsigned = ({ text }: VerifiedIdToken): string => {
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      return `${header}.${text.split('.')[1]}.`;
    };
    const signedBySomebodyElse = ({ claims }: VerifiedIdToken): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32));
  });

  describe('Back-Channel Logout OP', () => {
    let receiver: LogoutReceiver;
    beforeAll(async () => {
      receiver = await LogoutReceiver.start();
      const { id } = SUITE.first;
      await rows(suite.server, 'UPDATE client SET backchannel_logout_uri = $1 WHERE client_id = $2', [
        receiver.url,
        id,
      ]);
      await outdate(suite.server, `client:${await clientRowId(suite.server, id)}`);
    });
    afterAll(() => receiver.close());

    it('oidcc-backchannel-rp-initiated-logout', async () => {
      const user = await signedIn();
      const { post_logout_redirect_uri: back, state } = user.asked;
      expect(leadsTo(await signOut(user))).toEqual([303, `${back}?state=${state}`]);
      await deliver(suite.server);
      const { sub, sid } = user.idToken.claims;
      const token = receiver.tokens.find((text) => decodeJwt(text).sid === sid) ?? '';
      expect(new Set(receiver.parameters)).toEqual(new Set(['logout_token']));
      const keys = createRemoteJWKSet(new URL(`${suite.server.url}/jwks`));
      const { payload } = await jwtVerify(token, keys, {
        issuer: suite.server.url,
        audience: SUITE.first.id,
        currentDate: suite.server.clock.now(),
        requiredClaims: ['iat', 'jti'],
        maxTokenAge: '5 minutes',
      });
      expect(payload).toMatchObject({ sub, sid });
      expect(payload.events).toEqual({ [BACKCHANNEL]: {} });
      expect(payload).not.toHaveProperty('nonce');
      await isSignedOut(user);
    });
  });
});
