import { scriptString } from './quoted.js';
import type { SnippetFramework } from './snippet.js';

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
