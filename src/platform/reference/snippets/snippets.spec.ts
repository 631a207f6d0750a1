import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Flow, SnippetClient } from './snippet.js';
import { exampleClient, FRAMEWORKS, snippetsOf } from './snippets.js';

const ISSUER = 'https://accounts.example';
const FLOWS: readonly Flow[] = ['code', 'device', 'credentials', 'provisioning', 'password'];
const snippetBy = (name: string, flow: Flow, client: SnippetClient) =>
  snippetsOf(flow, client).find((snippet) => snippet.name === name)?.text ?? '';
const QUOTED = { clientId: `it's-"1"-$HOME\\`, secret: `se'cr"et\\` };

describe('snippets for frameworks (D389)', () => {
  it.each<[Flow, object]>([
    [
      'code',
      {
        'authorization-grant-type': 'authorization_code',
        'redirect-uri': 'https://books.example/callback',
        scope: ['openid', 'profile', 'email'],
      },
    ],
    ['credentials', { 'authorization-grant-type': 'client_credentials' }],
    ['provisioning', { 'authorization-grant-type': 'client_credentials' }],
  ])('Spring gets the properties of a registration and a provider, for the flow %s', (flow, more) => {
    const values = { ...exampleClient(ISSUER), ...QUOTED };
    const registration = { 'client-id': QUOTED.clientId, 'client-secret': QUOTED.secret, ...more };
    const provider = { 'issuer-uri': ISSUER };
    expect(parse(snippetBy('Spring', flow, values))).toEqual({
      spring: {
        security: {
          oauth2: { client: { registration: { hearth: registration }, provider: { hearth: provider } } },
        },
      },
    });
  });

  it('a public client has none for libraries of servers, and no snippet with a secret', () => {
    for (const flow of FLOWS)
      for (const { name, text } of snippetsOf(flow, { ...exampleClient(ISSUER), secret: null })) {
        expect(FRAMEWORKS.find((framework) => framework.name === name)?.runsIn).not.toBe('server');
        expect(text).not.toMatch(/secret/i);
      }
  });

  it('only a server without TLS has plain HTTP allowed', () => {
    const of = (issuer: string) => snippetBy('openid-client', 'credentials', exampleClient(issuer));
    expect(of(ISSUER)).not.toContain('allowInsecureRequests');
    expect(of('http://localhost:3000')).toContain('allowInsecureRequests');
  });
});
