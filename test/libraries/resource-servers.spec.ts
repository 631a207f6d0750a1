import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { auth, claimEquals, requiredScopes, type AuthResult } from 'express-oauth2-jwt-bearer';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { ANNA, JWT_RESOURCES, LibraryServer, READER } from './library-server.js';
import { userFollows } from './user.js';

type Alg = keyof typeof JWT_RESOURCES;

/** A resource server as its maker writes it: Express and express-oauth2-jwt-bearer, which knows the issuer only. */
class JwtApi {
  private constructor(
    private readonly listener: Server,
    private readonly url: string,
  ) {}

  static async start(issuerBaseURL: string, alg: Alg): Promise<JwtApi> {
    const app = express();
    app.use(auth({ issuerBaseURL, audience: JWT_RESOURCES[alg], strict: true, tokenSigningAlg: alg }));
    app.get('/reports', requiredScopes('reports:read'), (request, response) => {
      // The MCP SDK declares `auth` of a request too.
      response.json((request.auth as unknown as AuthResult).payload);
    });
    app.get('/write', requiredScopes('reports:write'), (_request, response) => void response.json({}));
    app.get(
      '/of-reader',
      claimEquals('client_id', READER.id),
      (_request, response) => void response.json({}),
    );
    const told: ErrorRequestHandler = (
      cause: { status?: number; headers?: object },
      _request,
      response,
      _next,
    ) =>
      void response
        .status(cause.status ?? 500)
        .set(cause.headers)
        .json({});
    app.use(told);
    const listener = createServer(app);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return new JwtApi(listener, `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  }

  async get(path: string, token: string) {
    const answer = await fetch(`${this.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  async close(): Promise<void> {
    this.listener.closeAllConnections();
    await new Promise((resolve) => this.listener.close(resolve));
  }
}

describe.each<Alg>(['RS256', 'ES256'])(
  'resource servers that others write take JWTs of %s (RFC 9068)',
  (alg) => {
    let server: LibraryServer;
    let api: JwtApi;
    beforeAll(async () => {
      server = await LibraryServer.start();
      api = await JwtApi.start(server.url, alg);
    });
    afterAll(async () => {
      await api.close();
      await server.close();
    });

    const asked = async (form: Record<string, string>): Promise<Record<string, string>> => {
      const Authorization = `Basic ${Buffer.from(`${READER.id}:${READER.secret}`).toString('base64')}`;
      const body = new URLSearchParams(form);
      const answer = await fetch(`${server.url}/token`, { method: 'POST', body, headers: { Authorization } });
      return (await answer.json()) as Record<string, string>;
    };
    const own = async (of: Alg, scope = 'reports:read') =>
      (await asked({ grant_type: 'client_credentials', resource: JWT_RESOURCES[of], scope })).access_token;
    /** Of a user who signed in and allowed it. */
    const ofUser = async (): Promise<string> => {
      const code_verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: READER.id, redirect_uri: READER.redirectUri },
        ...{ scope: 'openid reports:read', resource: JWT_RESOURCES[alg], code_challenge_method: 'S256' },
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      });
      const back = await userFollows(`${server.url}/authorize?${query.toString()}`, ANNA);
      const code = back.searchParams.get('code') ?? '';
      const form = {
        grant_type: 'authorization_code',
        code,
        code_verifier,
        redirect_uri: READER.redirectUri,
      };
      return (await asked(form)).access_token;
    };

    it('express-oauth2-jwt-bearer takes the token of a user, and of the application itself', async () => {
      expect(await api.get('/reports', await ofUser())).toMatchObject({
        ...{ status: 200, body: { sub: '1', client_id: READER.id, scope: 'openid reports:read' } },
      });
      expect(await api.get('/reports', await own(alg))).toMatchObject({
        status: 200,
        body: { sub: READER.id },
      });
      expect((await api.get('/of-reader', await own(alg))).status).toBe(200);
    });

    it('express-oauth2-jwt-bearer refuses a token for another resource, and one without the scope', async () => {
      const other = alg === 'RS256' ? 'ES256' : 'RS256';
      expect((await api.get('/reports', await own(other))).status).toBe(401);
      expect((await api.get('/write', await own(alg))).status).toBe(403);
      expect((await api.get('/write', await own(alg, 'reports:write'))).status).toBe(200);
    });

    it('express-oauth2-jwt-bearer refuses an opaque token', async () => {
      const opaque = (await asked({ grant_type: 'client_credentials' })).access_token;
      expect((await api.get('/reports', opaque)).status).toBe(401);
    });

    it('a check as of Spring Security (issuer, audience, keys of the metadata, typ) takes them by jose', async () => {
      const found = await fetch(`${server.url}/.well-known/openid-configuration`);
      const { issuer, jwks_uri, protected_resources } = (await found.json()) as {
        issuer: string;
        jwks_uri: string;
        protected_resources: string[];
      };
      expect(protected_resources).toContain(JWT_RESOURCES[alg]);
      const keys = createRemoteJWKSet(new URL(jwks_uri));
      const check = (audience: string, token: string) =>
        jwtVerify(token, keys, {
          ...{ issuer, audience, typ: 'at+jwt', algorithms: [alg] },
          requiredClaims: ['exp', 'iat', 'jti', 'sub', 'client_id'],
        });
      const { payload } = await check(JWT_RESOURCES[alg], await ofUser());
      expect(payload).toMatchObject({ sub: '1', client_id: READER.id, acr: expect.any(String) });
      await expect(check('https://other.example', await own(alg))).rejects.toThrow('"aud"');
    });
  },
);
