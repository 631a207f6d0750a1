import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import session from 'express-session';
import { Authenticator } from 'passport';
import OAuth2Strategy, { type StrategyOptions, type VerifyCallback } from 'passport-oauth2';
import type { LibraryServer } from './library-server.js';

/** The user signed in to the app, with the server's tokens and profile. */
interface AppUser {
  readonly name: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Settings = Partial<StrategyOptions> & Pick<StrategyOptions, 'clientID' | 'clientSecret'>;

/** As in passport-oauth2: code for a provider belongs in a subclass, which may use `_oauth2`. */
class HearthStrategy extends OAuth2Strategy {
  constructor(
    private readonly server: LibraryServer,
    options: StrategyOptions,
  ) {
    super(
      options,
      (accessToken: string, refreshToken: string, profile: { name: string }, done: VerifyCallback) =>
        done(null, { name: profile.name, accessToken, refreshToken } satisfies AppUser),
    );
  }

  override userProfile(
    accessToken: string,
    done: (error: unknown, profile?: { name: string }) => void,
  ): void {
    this.server.nameFor(accessToken).then((name) => done(null, { name: String(name) }), done);
  }

  /** As passport-oauth2-refresh does it. */
  refreshed(refreshToken: string): Promise<AppUser> {
    return new Promise((resolve, reject) => {
      const asked = { grant_type: 'refresh_token' };
      this._oauth2.getOAuthAccessToken(refreshToken, asked, (error, accessToken, next) => {
        if (error) reject(new Error(JSON.stringify(error)));
        else if (accessToken === undefined || next === undefined) reject(new Error('no tokens'));
        else resolve({ name: 'refreshed', accessToken, refreshToken: next });
      });
    });
  }
}

/** A web application as others write it: Express, express-session, passport and passport-oauth2, on a free port. */
export class ExpressApp {
  /** The users who signed in, the last one last. */
  readonly users: AppUser[] = [];

  private constructor(
    readonly url: string,
    readonly strategy: HearthStrategy,
    private readonly listener: Server,
  ) {}

  static async start(server: LibraryServer, settings: Settings): Promise<ExpressApp> {
    const pages = express();
    const listener = createServer(pages);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const strategy = new HearthStrategy(server, {
      authorizationURL: `${server.url}/authorize`,
      tokenURL: `${server.url}/token`,
      callbackURL: `${url}/callback`,
      ...settings,
    });
    const app = new ExpressApp(url, strategy, listener);
    app.serve(pages);
    return app;
  }

  close(): Promise<void> {
    this.listener.closeAllConnections();
    return new Promise((resolve) => this.listener.close(() => resolve()));
  }

  private serve(pages: Express): void {
    const passport = new Authenticator();
    passport.use(this.strategy);
    passport.serializeUser((user, done) => done(null, user));
    passport.deserializeUser((user: Express.User, done) => done(null, user));
    pages.use(session({ secret: 'of the test', resave: false, saveUninitialized: false }));
    pages.use(passport.session());
    pages.get('/', (request, response) => void response.send(page(`Hello ${nameOf(request)}`)));
    pages.get('/login', passport.authenticate('oauth2') as express.RequestHandler);
    pages.get(
      '/callback',
      passport.authenticate('oauth2', {
        failureRedirect: '/not-signed-in',
        failureMessage: true,
      }) as express.RequestHandler,
      (request, response) => {
        this.users.push(request.user as AppUser);
        response.redirect('/');
      },
    );
    pages.get('/not-signed-in', (request, response) => {
      const { messages = [] } = request.session as { messages?: string[] };
      response.send(page(`Not signed in. ${messages.join(' ')}`));
    });
    const showError: ErrorRequestHandler = (error: Error & { code?: string }, _request, response, _next) =>
      void response.status(500).send(page(`${error.name} ${error.code ?? ''} ${error.message}`));
    pages.use(showError);
  }
}

function nameOf({ user }: Request): string {
  return (user as AppUser | undefined)?.name ?? 'nobody';
}

function page(text: string): string {
  return `<title>Paper Boat</title><h1>${text.replaceAll('<', '&lt;')}</h1>`;
}
