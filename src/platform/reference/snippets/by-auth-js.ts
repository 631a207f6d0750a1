import { scriptString } from './quoted.js';
import { SCOPE, type SnippetFramework } from './snippet.js';

/** Auth.js, also known as NextAuth.js: for Next.js, SvelteKit, Express and others. */
export const AUTH_JS: SnippetFramework = {
  name: 'Auth.js',
  file: 'auth.ts',
  language: 'js',
  runsIn: 'server',
  flows: {
    code: ({ issuer, clientId, secret }) => `import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'hearth',
      name: 'Hearth',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: ${scriptString(clientId)},
      clientSecret: ${scriptString(secret ?? '')},
      idToken: false, // name and e-mail address are at /userinfo
    },
  ],
});`,
  },
  notes: {
    code: 'Its redirect URL is /api/auth/callback/hearth of your application, such as https://shop.example/api/auth/callback/hearth. It takes its own secret from AUTH_SECRET.',
  },
};

/** The version before, which many sites of Next.js still have. */
export const NEXT_AUTH: SnippetFramework = {
  name: 'NextAuth.js 4',
  file: 'pages/api/auth/[...nextauth].js',
  language: 'js',
  runsIn: 'server',
  flows: {
    code: ({ issuer, clientId, secret }) => `import NextAuth from 'next-auth';

export default NextAuth({
  providers: [
    {
      id: 'hearth',
      name: 'Hearth',
      type: 'oauth',
      wellKnown: '${issuer}/.well-known/openid-configuration',
      authorization: { params: { scope: '${SCOPE}' } },
      idToken: true,
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) }, // name and e-mail address
      checks: ['pkce', 'state'],
      clientId: ${scriptString(clientId)},
      clientSecret: ${scriptString(secret ?? '')},
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
});`,
  },
  notes: {
    code: 'Its redirect URL is /api/auth/callback/hearth of your application. It takes its own secret from NEXTAUTH_SECRET, and its address from NEXTAUTH_URL.',
  },
};
