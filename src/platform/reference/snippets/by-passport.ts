import { discovered } from './by-openid-client.js';
import { scriptString } from './quoted.js';
import { SCOPE, type SnippetFramework } from './snippet.js';

/** Passport in Express, by the strategy of openid-client. */
export const PASSPORT: SnippetFramework = {
  name: 'Passport',
  file: 'app.mjs',
  language: 'js',
  runsIn: 'server',
  flows: {
    code: (client) => `import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';
import { Strategy } from 'openid-client/passport';
import passport from 'passport';

${discovered(client)}
const callbackURL = new URL(${scriptString(client.redirectUri)});

const settings = { name: 'hearth', config, callbackURL, scope: '${SCOPE}' };
const verify = async (tokens, done) =>
  done(null, await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub));
passport.use(new Strategy(settings, verify));
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

export const app = express();
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get('/login', passport.authenticate('hearth'));
app.get(callbackURL.pathname, passport.authenticate('hearth', { successRedirect: '/', failureRedirect: '/' }));
app.get('/', ({ user }, response) => response.json(user ?? null));`,
  },
  notes: {
    code: 'The strategy is a part of openid-client; it checks with PKCE and iss that the answer is to this browser’s request.',
  },
};
