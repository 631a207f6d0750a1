import NextAuth from 'next-auth';

export const { handlers, auth } = NextAuth({
  providers: [
    {
      id: 'hearth',
      name: 'Hearth',
      type: 'oidc',
      issuer: process.env.HEARTH,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: 'openid profile account' } },
      idToken: false, // the name is at /userinfo
    },
  ],
  callbacks: {
    // The token stays in the encrypted cookie of this site; the session is what pages see.
    jwt: ({ token, account }) => (account ? { ...token, accessToken: account.access_token } : token),
    session: ({ session, token }) => ({ ...session, accessToken: token.accessToken }),
  },
});
