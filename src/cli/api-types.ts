/* eslint-disable max-lines */
/* Made from the OpenAPI document by npm run generate: what the administration API takes and answers. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly AccountChange: {
      readonly name?: string;
      /** @description ISO 3166-1 alpha-2, such as DE. */
      readonly countryCode?: string | null;
      /** @description ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly locale?: string | null;
      /**
       * @description disabled ends all sessions and tokens at once; active enables the account again but does not restore them.
       * @enum {string}
       */
      readonly status?: 'active' | 'disabled';
      /**
       * @description null: no role. A session must have confirmed its password.
       * @enum {string|null}
       */
      readonly role?: 'administrator' | 'support' | null;
    };
    readonly AccountIdentifierView: {
      /** @example 17 */
      readonly identifierId: string;
      /** @enum {string} */
      readonly type: 'Email' | 'Msisdn' | 'ExternalId' | 'Login' | 'AccessToken' | 'SOMETHING_ELSE';
      readonly value: string;
      /** @description For an ExternalId: the system that the id belongs to. */
      readonly issuer: string | null;
      readonly isValidated: boolean;
    };
    readonly AccountPage: {
      readonly items: readonly components['schemas']['AccountSummary'][];
      readonly next: string | null;
    };
    readonly AccountSummary: {
      readonly name: string;
      /** @enum {string} */
      readonly status: 'pending' | 'active' | 'disabled';
      /** @enum {string|null} */
      readonly role: 'administrator' | 'support' | null;
      /** @example 12 */
      readonly accountId: string;
      readonly identifiers: readonly string[];
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly lastLoginAt: string | null;
    };
    readonly AccountView: {
      readonly name: string;
      /** @description ISO 3166-1 alpha-2, such as DE. */
      readonly countryCode: string | null;
      /** @description ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly locale: string | null;
      /** @enum {string} */
      readonly status: 'pending' | 'active' | 'disabled';
      /** @enum {string|null} */
      readonly role: 'administrator' | 'support' | null;
      /** @example 12 */
      readonly accountId: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly lastLoginAt: string | null;
      /**
       * Format: date-time
       * @description When it is deleted, as its user asked; until then the user may keep it.
       */
      readonly deletesAt: string | null;
      /**
       * Format: date-time
       * @description On hold: disabled until then at the latest. null: not on hold, or secured.
       */
      readonly heldUntil: string | null;
      /**
       * Format: date-time
       * @description Secured: disabled since then, until its owner chooses a new password by a link, however long that takes. null: not secured, or opened.
       */
      readonly securedAt: string | null;
      /**
       * @description Of a secured account: the only address that gets a link, also by "Forgot your password?". null: it was removed, or the link was handed over; only securing the account again makes another.
       * @example a…@family.example
       */
      readonly securedFor: string | null;
      /**
       * Format: date-time
       * @description Of a secured account: until when its link works. null: none does.
       */
      readonly securedLinkUntil: string | null;
      /** @description It has a second factor: one-time codes, or a passkey. */
      readonly isProtected: boolean;
      /** @description It has a role and no second factor that works here, so setting up the first takes a set-up code. */
      readonly takesSetupCode: boolean;
      readonly identifiers: readonly components['schemas']['AccountIdentifierView'][];
      readonly families: readonly components['schemas']['MembershipView'][];
      readonly connectedApps: readonly components['schemas']['ConnectedAppView'][];
      /** @description Mailed links that still work. */
      readonly waitingLinks: readonly components['schemas']['WaitingLinkView'][];
      /** @description Number of signed-in browsers. */
      readonly sessions: number;
      /** @description Number of active grants: devices and applications. */
      readonly grants: number;
    };
    readonly ActiveTokensView: {
      /** @description Devices, applications and clients that may act, each with all its tokens. */
      readonly grants: number;
      /** @description Estimated from statistics, since there are too many to count exactly. */
      readonly isEstimated: boolean;
    };
    readonly AddedIdentifierView: {
      /**
       * @description added: the account has it. asked: a link was sent there, and the account has it once the link was used. invited: the account is pending; it has it, and an invitation was sent there.
       * @enum {string}
       */
      readonly outcome: 'added' | 'asked' | 'invited';
      /** @description As it is stored: an address normalized. */
      readonly value: string;
      /** @description null until the link was used. */
      readonly identifierId: string | null;
    };
    readonly AddedSecretView: {
      /** @example 7 */
      readonly id: string;
      /** @description Shown only here. */
      readonly secret: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly expiresAt: string | null;
    };
    readonly AdminCallerView: {
      /**
       * @description null: a client that acts for itself.
       * @example 12
       */
      readonly accountId: string | null;
      /** @description The client whose access token it is; null in a session. */
      readonly clientId: string | null;
      /** @enum {string} */
      readonly role: 'administrator' | 'support';
      /** @description null with an access token, as are the following members. */
      readonly name: string | null;
      /** Format: date-time */
      readonly expiresAt: string | null;
      readonly idleSeconds: number | null;
      /** Format: date-time */
      readonly confirmedUntil: string | null;
    };
    readonly AdminSessionView: {
      /** @example 12 */
      readonly accountId: string;
      readonly name: string;
      /** @enum {string} */
      readonly role: 'administrator' | 'support';
      /**
       * Format: date-time
       * @description When the session ends unless it is used; 12 hours after sign-in at the latest.
       */
      readonly expiresAt: string;
      /** @description Seconds without a request after which the session ends. */
      readonly idleSeconds: number;
      /**
       * Format: date-time
       * @description Until then the password need not be confirmed again.
       */
      readonly confirmedUntil: string;
    };
    readonly AuditEventView: {
      /** @example 12 */
      readonly id: string;
      /** Format: date-time */
      readonly at: string;
      /** @example ruleset.updated */
      readonly action: string;
      /** @enum {string} */
      readonly outcome: 'ok' | 'refused';
      /** @description The account that did it. */
      readonly accountId: string | null;
      /** @description The client that did it. */
      readonly clientId: string | null;
      /** @example ruleset:WEB */
      readonly target: string | null;
      /** @example 192.0.2.7 */
      readonly address: string | null;
      /** @description For instance values before and after, a count or a reason. */
      readonly details: Record<string, unknown> | null;
    };
    readonly AuditPage: {
      readonly items: readonly components['schemas']['AuditEventView'][];
      readonly next: string | null;
    };
    readonly BrandingChange: {
      /** @example Smith Family Cloud */
      readonly name?: string | null;
      /** @example #1b5799 */
      readonly accentLight?: string | null;
      /** @example #8cbcf4 */
      readonly accentDark?: string | null;
      readonly logo?: string | null;
      readonly logoDark?: string | null;
      readonly icon?: string | null;
      /** @example Smith Family Cloud */
      readonly senderName?: string | null;
      /** @example The Smith Family Cloud team */
      readonly signature?: string | null;
      readonly termsUrl?: string | null;
      readonly privacyUrl?: string | null;
      readonly supportUrl?: string | null;
      /** @example The password of your Smith account, not the one of your e-mail. */
      readonly passwordNote?: string | null;
    };
    readonly BrandingView: {
      /**
       * @description The client; null: the server.
       * @example shop
       */
      readonly client: string | null;
      /** @description What people see, with the members that a draft is sent with; null: nothing is branded. */
      readonly live: Record<string, unknown> | null;
      /** @description What is prepared, and replaces the live one when it is published; null: nothing is. */
      readonly draft: Record<string, unknown> | null;
      /** @description The clients that have a branding or a draft of one. */
      readonly clients: readonly string[];
    };
    readonly CallFiguresView: {
      /**
       * @description The node that answers; /metrics of each node has its own.
       * @example node-3fa2c1
       */
      readonly node: string;
      /** @description How long it has run. */
      readonly seconds: number;
      /** @description Most requests first. */
      readonly items: readonly components['schemas']['CallView'][];
    };
    readonly CallTestView: {
      readonly allowed: boolean;
      /** @description The rule that decides; null: no rule matches. */
      readonly rule: string | null;
      /**
       * @description The ruleset that decides: NOAUTHENT if that allows the call to everybody.
       * @example WEB
       */
      readonly ruleset: string;
      /** @description Whether a call of this name exists. */
      readonly isKnown: boolean;
    };
    readonly CallView: {
      /** @example provsearch */
      readonly call: string;
      readonly requests: number;
      readonly perSecond: number;
      /** @description Half of the requests took at most as long. */
      readonly p50Ms: number | null;
      /** @description 99 % of the requests took at most as long. */
      readonly p99Ms: number | null;
      /** @description Share that was refused: the mistake of its caller. From 0 to 1. */
      readonly refused: number;
      /** @description Share that failed: an unforeseen error, or no database. From 0 to 1. */
      readonly failed: number;
    };
    readonly CertificateView: {
      /** @example accounts.example.com */
      readonly subject: string;
      /** Format: date-time */
      readonly endsAt: string;
    };
    readonly ChangedAccountView: {
      readonly name: string;
      /** @description ISO 3166-1 alpha-2, such as DE. */
      readonly countryCode: string | null;
      /** @description ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly locale: string | null;
      /** @enum {string} */
      readonly status: 'pending' | 'active' | 'disabled';
      /** @enum {string|null} */
      readonly role: 'administrator' | 'support' | null;
      /** @example 12 */
      readonly accountId: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly lastLoginAt: string | null;
      /**
       * Format: date-time
       * @description When it is deleted, as its user asked; until then the user may keep it.
       */
      readonly deletesAt: string | null;
      /**
       * Format: date-time
       * @description On hold: disabled until then at the latest. null: not on hold, or secured.
       */
      readonly heldUntil: string | null;
      /**
       * Format: date-time
       * @description Secured: disabled since then, until its owner chooses a new password by a link, however long that takes. null: not secured, or opened.
       */
      readonly securedAt: string | null;
      /**
       * @description Of a secured account: the only address that gets a link, also by "Forgot your password?". null: it was removed, or the link was handed over; only securing the account again makes another.
       * @example a…@family.example
       */
      readonly securedFor: string | null;
      /**
       * Format: date-time
       * @description Of a secured account: until when its link works. null: none does.
       */
      readonly securedLinkUntil: string | null;
      /** @description It has a second factor: one-time codes, or a passkey. */
      readonly isProtected: boolean;
      /** @description It has a role and no second factor that works here, so setting up the first takes a set-up code. */
      readonly takesSetupCode: boolean;
      readonly identifiers: readonly components['schemas']['AccountIdentifierView'][];
      readonly families: readonly components['schemas']['MembershipView'][];
      readonly connectedApps: readonly components['schemas']['ConnectedAppView'][];
      /** @description Mailed links that still work. */
      readonly waitingLinks: readonly components['schemas']['WaitingLinkView'][];
      /** @description Number of signed-in browsers. */
      readonly sessions: number;
      /** @description Number of active grants: devices and applications. */
      readonly grants: number;
      /** @description With the role that was given: hand it to the person, who needs it to set up the first second factor. Absent where no role was given, or the account has a second factor. */
      readonly setupCode?: components['schemas']['SetupCodeView'];
    };
    readonly CheckView: {
      /** @example mail */
      readonly name: string;
      /** @enum {string} */
      readonly result: 'ok' | 'warning' | 'problem';
      /** @description What was found. */
      readonly detail: string;
      /** @description What to do about it. */
      readonly advice: string | null;
    };
    readonly ClientChange: {
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name?: string;
      /**
       * @description A web page about the client, to which its name links. https, or http on loopback.
       * @example https://shop.example
       */
      readonly homepageUrl?: string | null;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset?: string;
      /**
       * @description Where /authorize returns users to.
       * @example [
       *       "https://shop.example/callback"
       *     ]
       */
      readonly redirectUrls?: readonly string[];
      /**
       * @description Of a public client: origins of its pages that may read answers (CORS), beside those of its RedirectUrls.
       * @example [
       *       "https://app.example"
       *     ]
       */
      readonly allowedOrigins?: readonly string[];
      /**
       * @description Where its servers call /authorize from. These authorizations count against the client’s budget, not the network’s.
       * @example [
       *       "203.0.113.7",
       *       "2001:db8:1::/48"
       *     ]
       */
      readonly serverNetworks?: readonly string[];
      /** @description Its users may authorize it for devices without a keyboard (RFC 8628). */
      readonly allowsDeviceAuthorization?: boolean;
      /** @description /authorize takes only what it pushed to /par: require_pushed_authorization_requests of RFC 9126 §6. */
      readonly requirePushedAuthorizationRequests?: boolean;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile?: 'strict' | 'interface';
      /**
       * @description Which families and accounts it may provision: all, or only its own, which it created. null: own if strict, otherwise all.
       * @enum {string|null}
       */
      readonly provisions?: 'own' | 'all' | null;
      /** @description Seconds; null: the server’s default. */
      readonly accessLifetimeSeconds?: number | null;
      /** @description Seconds; null: the server’s default. */
      readonly refreshLifetimeSeconds?: number | null;
      /** @description Each refresh replaces the refresh token, so that a stolen one is noticed. Strict and public clients always rotate. Otherwise it stays the same; it is useless without the client’s secret. */
      readonly rotatesRefreshToken?: boolean;
      /** @description It gets no tokens but with a DPoP proof, which binds them to its key: dpop_bound_access_tokens of RFC 9449 §5.2. */
      readonly dpopBoundAccessTokens?: boolean;
      /** @description Its DPoP proofs need a nonce of this server (RFC 9449 §8). */
      readonly requiresDpopNonce?: boolean;
      /**
       * @description How its id_tokens are signed.
       * @enum {string}
       */
      readonly idTokenSigningAlg?: 'RS256' | 'ES256';
      /**
       * @description Where it is told by a logout token that a sign-in is over (OpenID Connect Back-Channel Logout 1.0).
       * @example https://shop.example/backchannel-logout
       */
      readonly backchannelLogoutUri?: string | null;
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged?: boolean;
      /** @description May send the account’s own password where it has a second factor, which it goes around. */
      readonly allowsPasswordOfProtectedAccounts?: boolean;
      /** @description Where these keys are published, instead of jwks. */
      readonly jwksUrl?: string | null;
      /** @description Public keys of its assertions (RFC 7517). */
      readonly jwks?: Record<string, unknown> | null;
      /** @description The iss of its assertions, and the issuer of its ExternalIds; null: its client_id. */
      readonly assertionIssuer?: string | null;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled?: boolean;
    };
    readonly ClientLegacyUseView: {
      /** @example secret-in-query */
      readonly feature: string;
      /** @description What to do instead. */
      readonly meaning: string;
      /** Format: date-time */
      readonly lastUsedAt: string;
    };
    readonly ClientList: {
      readonly items: readonly components['schemas']['ClientSummary'][];
      readonly next: string | null;
    };
    readonly ClientSummary: {
      /**
       * @description Printable ASCII without spaces and colons. Can’t be changed later.
       * @example shop
       */
      readonly clientId: string;
      /**
       * @description public: an application that can’t keep a secret. Can’t be changed later.
       * @enum {string}
       */
      readonly clientType: 'confidential' | 'public';
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name: string;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset: string;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile: 'strict' | 'interface';
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged: boolean;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled: boolean;
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly ClientView: {
      /**
       * @description Printable ASCII without spaces and colons. Can’t be changed later.
       * @example shop
       */
      readonly clientId: string;
      /**
       * @description public: an application that can’t keep a secret. Can’t be changed later.
       * @enum {string}
       */
      readonly clientType: 'confidential' | 'public';
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name: string;
      /**
       * @description A web page about the client, to which its name links. https, or http on loopback.
       * @example https://shop.example
       */
      readonly homepageUrl: string | null;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset: string;
      /**
       * @description Where /authorize returns users to.
       * @example [
       *       "https://shop.example/callback"
       *     ]
       */
      readonly redirectUrls: readonly string[];
      /**
       * @description Of a public client: origins of its pages that may read answers (CORS), beside those of its RedirectUrls.
       * @example [
       *       "https://app.example"
       *     ]
       */
      readonly allowedOrigins: readonly string[];
      /**
       * @description Where its servers call /authorize from. These authorizations count against the client’s budget, not the network’s.
       * @example [
       *       "203.0.113.7",
       *       "2001:db8:1::/48"
       *     ]
       */
      readonly serverNetworks: readonly string[];
      /** @description Its users may authorize it for devices without a keyboard (RFC 8628). */
      readonly allowsDeviceAuthorization: boolean;
      /** @description /authorize takes only what it pushed to /par: require_pushed_authorization_requests of RFC 9126 §6. */
      readonly requirePushedAuthorizationRequests: boolean;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile: 'strict' | 'interface';
      /**
       * @description Which families and accounts it may provision: all, or only its own, which it created. null: own if strict, otherwise all.
       * @enum {string|null}
       */
      readonly provisions: 'own' | 'all' | null;
      /** @description Seconds; null: the server’s default. */
      readonly accessLifetimeSeconds: number | null;
      /** @description Seconds; null: the server’s default. */
      readonly refreshLifetimeSeconds: number | null;
      /** @description Each refresh replaces the refresh token, so that a stolen one is noticed. Strict and public clients always rotate. Otherwise it stays the same; it is useless without the client’s secret. */
      readonly rotatesRefreshToken: boolean;
      /** @description It gets no tokens but with a DPoP proof, which binds them to its key: dpop_bound_access_tokens of RFC 9449 §5.2. */
      readonly dpopBoundAccessTokens: boolean;
      /** @description Its DPoP proofs need a nonce of this server (RFC 9449 §8). */
      readonly requiresDpopNonce: boolean;
      /**
       * @description How its id_tokens are signed.
       * @enum {string}
       */
      readonly idTokenSigningAlg: 'RS256' | 'ES256';
      /**
       * @description Where it is told by a logout token that a sign-in is over (OpenID Connect Back-Channel Logout 1.0).
       * @example https://shop.example/backchannel-logout
       */
      readonly backchannelLogoutUri: string | null;
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged: boolean;
      /** @description May send the account’s own password where it has a second factor, which it goes around. */
      readonly allowsPasswordOfProtectedAccounts: boolean;
      /** @description Where these keys are published, instead of jwks. */
      readonly jwksUrl: string | null;
      /** @description Public keys of its assertions (RFC 7517). */
      readonly jwks: Record<string, unknown> | null;
      /** @description The iss of its assertions, and the issuer of its ExternalIds; null: its client_id. */
      readonly assertionIssuer: string | null;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      /** @description What follows from clientType, profile and rotatesRefreshToken. */
      readonly refreshRotation: components['schemas']['RefreshRotationView'];
      readonly secrets: readonly components['schemas']['SecretView'][];
      readonly legacyUse: readonly components['schemas']['ClientLegacyUseView'][];
    };
    readonly ConfigurationChange: {
      /** @enum {string} */
      readonly kind: 'ruleset' | 'client' | 'branding' | 'provider' | 'webhook';
      /** @example WEB */
      readonly name: string;
      /** @enum {string} */
      readonly action: 'create' | 'update' | 'delete';
      /** @description The members that differ; for secrets their number. */
      readonly before: Record<string, unknown> | null;
      readonly after: Record<string, unknown> | null;
    };
    readonly ConfigurationChanges: {
      readonly changes: readonly components['schemas']['ConfigurationChange'][];
      /** @description Whether the changes were made: false after a dry run. */
      readonly isApplied: boolean;
    };
    readonly ConfigurationDocument: {
      readonly brandings?: readonly components['schemas']['ExportedBranding'][];
      /** @description The images that `brandings` name. */
      readonly brandImages?: readonly components['schemas']['ExportedImage'][];
      readonly rulesets?: readonly components['schemas']['ExportedRuleset'][];
      readonly providers?: readonly components['schemas']['ExportedProvider'][];
      readonly webhooks?: readonly components['schemas']['ExportedWebhook'][];
      readonly clients?: readonly components['schemas']['ExportedClient'][];
    };
    readonly ConfirmBody: {
      /** Format: password */
      readonly password: string;
    };
    readonly ConnectedAppView: {
      readonly clientId: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly homepageUrl: string | null;
      /** Format: date-time */
      readonly since: string;
    };
    readonly ConsentPage: {
      readonly items: readonly components['schemas']['ConnectedAppView'][];
      readonly next: string | null;
    };
    readonly CreatedClientView: {
      /**
       * @description Printable ASCII without spaces and colons. Can’t be changed later.
       * @example shop
       */
      readonly clientId: string;
      /**
       * @description public: an application that can’t keep a secret. Can’t be changed later.
       * @enum {string}
       */
      readonly clientType: 'confidential' | 'public';
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name: string;
      /**
       * @description A web page about the client, to which its name links. https, or http on loopback.
       * @example https://shop.example
       */
      readonly homepageUrl: string | null;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset: string;
      /**
       * @description Where /authorize returns users to.
       * @example [
       *       "https://shop.example/callback"
       *     ]
       */
      readonly redirectUrls: readonly string[];
      /**
       * @description Of a public client: origins of its pages that may read answers (CORS), beside those of its RedirectUrls.
       * @example [
       *       "https://app.example"
       *     ]
       */
      readonly allowedOrigins: readonly string[];
      /**
       * @description Where its servers call /authorize from. These authorizations count against the client’s budget, not the network’s.
       * @example [
       *       "203.0.113.7",
       *       "2001:db8:1::/48"
       *     ]
       */
      readonly serverNetworks: readonly string[];
      /** @description Its users may authorize it for devices without a keyboard (RFC 8628). */
      readonly allowsDeviceAuthorization: boolean;
      /** @description /authorize takes only what it pushed to /par: require_pushed_authorization_requests of RFC 9126 §6. */
      readonly requirePushedAuthorizationRequests: boolean;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile: 'strict' | 'interface';
      /**
       * @description Which families and accounts it may provision: all, or only its own, which it created. null: own if strict, otherwise all.
       * @enum {string|null}
       */
      readonly provisions: 'own' | 'all' | null;
      /** @description Seconds; null: the server’s default. */
      readonly accessLifetimeSeconds: number | null;
      /** @description Seconds; null: the server’s default. */
      readonly refreshLifetimeSeconds: number | null;
      /** @description Each refresh replaces the refresh token, so that a stolen one is noticed. Strict and public clients always rotate. Otherwise it stays the same; it is useless without the client’s secret. */
      readonly rotatesRefreshToken: boolean;
      /** @description It gets no tokens but with a DPoP proof, which binds them to its key: dpop_bound_access_tokens of RFC 9449 §5.2. */
      readonly dpopBoundAccessTokens: boolean;
      /** @description Its DPoP proofs need a nonce of this server (RFC 9449 §8). */
      readonly requiresDpopNonce: boolean;
      /**
       * @description How its id_tokens are signed.
       * @enum {string}
       */
      readonly idTokenSigningAlg: 'RS256' | 'ES256';
      /**
       * @description Where it is told by a logout token that a sign-in is over (OpenID Connect Back-Channel Logout 1.0).
       * @example https://shop.example/backchannel-logout
       */
      readonly backchannelLogoutUri: string | null;
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged: boolean;
      /** @description May send the account’s own password where it has a second factor, which it goes around. */
      readonly allowsPasswordOfProtectedAccounts: boolean;
      /** @description Where these keys are published, instead of jwks. */
      readonly jwksUrl: string | null;
      /** @description Public keys of its assertions (RFC 7517). */
      readonly jwks: Record<string, unknown> | null;
      /** @description The iss of its assertions, and the issuer of its ExternalIds; null: its client_id. */
      readonly assertionIssuer: string | null;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      /** @description What follows from clientType, profile and rotatesRefreshToken. */
      readonly refreshRotation: components['schemas']['RefreshRotationView'];
      readonly secrets: readonly components['schemas']['SecretView'][];
      readonly legacyUse: readonly components['schemas']['ClientLegacyUseView'][];
      /** @description Shown only here; null for a public client. */
      readonly secret: string | null;
    };
    readonly DatabaseView: {
      /** @description The one that is built in, for one node. */
      readonly isEmbedded: boolean;
      /** @example 16.4 */
      readonly version: string;
      /** @description How long the database took to answer just now. */
      readonly answeredMs: number;
      /** @description What all tables and indexes take on its disk. */
      readonly bytes: number;
      /** @description Connections of this node. */
      readonly connections: number;
      /** @description Requests of this node that wait for a connection. */
      readonly waiting: number;
    };
    readonly DeliveryPage: {
      readonly items: readonly components['schemas']['DeliveryView'][];
      readonly next: string | null;
    };
    readonly DeliveryView: {
      /** @example 4711 */
      readonly id: string;
      /**
       * @description `webhook-id` of every attempt.
       * @example msg_1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed
       */
      readonly messageId: string;
      /** @enum {string} */
      readonly state: 'waiting' | 'delivered' | 'failed';
      /** @example account.changed */
      readonly type: string;
      /** @example account:7 */
      readonly subject: string;
      /** @description Counts the events of the subject at this webhook, from 1. */
      readonly sequence: number;
      /**
       * @example {
       *       "accountId": "7",
       *       "changed": [
       *         "name"
       *       ]
       *     }
       */
      readonly data: Record<string, unknown>;
      /** Format: date-time */
      readonly occurredAt: string;
      readonly attempts: number;
      /**
       * Format: date-time
       * @description The last attempt.
       */
      readonly triedAt: string | null;
      /**
       * Format: date-time
       * @description The next attempt; null: there is none.
       */
      readonly nextAt: string | null;
      /** Format: date-time */
      readonly deliveredAt: string | null;
      /** @description HTTP status of the last answer; null: there was none. */
      readonly status: number | null;
      /** @description The beginning of the last answer, or why there was none. */
      readonly answer: string | null;
      /** @description How long the last attempt took, in milliseconds. */
      readonly durationMs: number | null;
    };
    readonly ExaminationView: {
      readonly checks: readonly components['schemas']['CheckView'][];
    };
    readonly ExportedBranding: {
      /** @example Smith Family Cloud */
      readonly name?: string | null;
      /** @example #1b5799 */
      readonly accentLight?: string | null;
      /** @example #8cbcf4 */
      readonly accentDark?: string | null;
      readonly logo?: string | null;
      readonly logoDark?: string | null;
      readonly icon?: string | null;
      /** @example Smith Family Cloud */
      readonly senderName?: string | null;
      /** @example The Smith Family Cloud team */
      readonly signature?: string | null;
      readonly termsUrl?: string | null;
      readonly privacyUrl?: string | null;
      readonly supportUrl?: string | null;
      /** @example The password of your Smith account, not the one of your e-mail. */
      readonly passwordNote?: string | null;
      /** @description The clientId of a client; null: the server. */
      readonly client: string | null;
    };
    readonly ExportedClient: {
      /**
       * @description Printable ASCII without spaces and colons. Can’t be changed later.
       * @example shop
       */
      readonly clientId: string;
      /**
       * @description public: an application that can’t keep a secret. Can’t be changed later.
       * @enum {string}
       */
      readonly clientType: 'confidential' | 'public';
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name: string;
      /**
       * @description A web page about the client, to which its name links. https, or http on loopback.
       * @example https://shop.example
       */
      readonly homepageUrl?: string | null;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset: string;
      /**
       * @description Where /authorize returns users to.
       * @example [
       *       "https://shop.example/callback"
       *     ]
       */
      readonly redirectUrls?: readonly string[];
      /**
       * @description Of a public client: origins of its pages that may read answers (CORS), beside those of its RedirectUrls.
       * @example [
       *       "https://app.example"
       *     ]
       */
      readonly allowedOrigins?: readonly string[];
      /**
       * @description Where its servers call /authorize from. These authorizations count against the client’s budget, not the network’s.
       * @example [
       *       "203.0.113.7",
       *       "2001:db8:1::/48"
       *     ]
       */
      readonly serverNetworks?: readonly string[];
      /** @description Its users may authorize it for devices without a keyboard (RFC 8628). */
      readonly allowsDeviceAuthorization?: boolean;
      /** @description /authorize takes only what it pushed to /par: require_pushed_authorization_requests of RFC 9126 §6. */
      readonly requirePushedAuthorizationRequests?: boolean;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile?: 'strict' | 'interface';
      /**
       * @description Which families and accounts it may provision: all, or only its own, which it created. null: own if strict, otherwise all.
       * @enum {string|null}
       */
      readonly provisions?: 'own' | 'all' | null;
      /** @description Seconds; null: the server’s default. */
      readonly accessLifetimeSeconds?: number | null;
      /** @description Seconds; null: the server’s default. */
      readonly refreshLifetimeSeconds?: number | null;
      /** @description Each refresh replaces the refresh token, so that a stolen one is noticed. Strict and public clients always rotate. Otherwise it stays the same; it is useless without the client’s secret. */
      readonly rotatesRefreshToken?: boolean;
      /** @description It gets no tokens but with a DPoP proof, which binds them to its key: dpop_bound_access_tokens of RFC 9449 §5.2. */
      readonly dpopBoundAccessTokens?: boolean;
      /** @description Its DPoP proofs need a nonce of this server (RFC 9449 §8). */
      readonly requiresDpopNonce?: boolean;
      /**
       * @description How its id_tokens are signed.
       * @enum {string}
       */
      readonly idTokenSigningAlg?: 'RS256' | 'ES256';
      /**
       * @description Where it is told by a logout token that a sign-in is over (OpenID Connect Back-Channel Logout 1.0).
       * @example https://shop.example/backchannel-logout
       */
      readonly backchannelLogoutUri?: string | null;
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged?: boolean;
      /** @description May send the account’s own password where it has a second factor, which it goes around. */
      readonly allowsPasswordOfProtectedAccounts?: boolean;
      /** @description Where these keys are published, instead of jwks. */
      readonly jwksUrl?: string | null;
      /** @description Public keys of its assertions (RFC 7517). */
      readonly jwks?: Record<string, unknown> | null;
      /** @description The iss of its assertions, and the issuer of its ExternalIds; null: its client_id. */
      readonly assertionIssuer?: string | null;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled?: boolean;
      /** @description The verifiers of its secrets; if left out, they are not changed. */
      readonly secrets?: readonly components['schemas']['ExportedSecret'][];
    };
    readonly ExportedImage: {
      /** @description What brandings name it by. */
      readonly key: string;
      /** @description PNG, JPEG, WebP, GIF or SVG as Base64. */
      readonly data: string;
    };
    readonly ExportedProvider: {
      /** @example google */
      readonly id: string;
      /** @example Google */
      readonly name: string;
      /** @example https://accounts.google.com */
      readonly issuer: string;
      /** @example hearth */
      readonly clientId: string;
      readonly scopes?: readonly string[];
      readonly buttonText?: string | null;
      readonly isEnabled?: boolean;
      /** @description Its client secret, sealed under MASTER_KEY: only a server with the same key can use it. null: it has none; left out: it is not changed. */
      readonly sealedSecret?: string | null;
    };
    readonly ExportedRuleset: {
      /**
       * @description Call names, prefix*, and !rule to refuse; the last matching rule wins. With ` requires acr URI` and ` max_age SECONDS` behind it, a rule asks how the account signed in.
       * @example [
       *       "prov*",
       *       "!provdeleteaccount"
       *     ]
       */
      readonly rules: readonly string[];
      readonly description?: string;
      /** @example PARTNER */
      readonly name: string;
    };
    readonly ExportedSecret: {
      /** @enum {string} */
      readonly scheme: 'sha256' | 'bcrypt';
      /** @description The SHA-256 in hexadecimal, or the bcrypt hash. */
      readonly verifier: string;
      /** Format: date-time */
      readonly expiresAt?: string | null;
    };
    readonly ExportedWebhook: {
      /** @example https://partner.example/webhooks/hearth */
      readonly url: string;
      /**
       * @example [
       *       "account.*",
       *       "consent.ended"
       *     ]
       */
      readonly events?: readonly string[];
      readonly description?: string | null;
      readonly isEnabled?: boolean;
      /** Format: uuid */
      readonly id: string;
      /** @example shop */
      readonly clientId: string;
      /** @description Its signing secret, sealed under MASTER_KEY: only a server with the same key can use it. Left out: it is not changed, and a new webhook gets one of its own. */
      readonly sealedSecret?: string;
    };
    readonly ExternalIdBody: {
      /**
       * @description The system that the id belongs to.
       * @example https://portal.example
       */
      readonly issuer: string;
      /** @example 4711 */
      readonly value: string;
    };
    readonly FamilyChange: {
      readonly name?: string;
      /**
       * @description 0 Free, 1 Premium, 2 Premium_Plus
       * @enum {number}
       */
      readonly premiumType?: 0 | 1 | 2;
    };
    readonly FamilyInvitationBody: {
      readonly email: string;
      readonly name: string;
      /**
       * @description 0 member, 1 administrator, 2 founder (at most one)
       * @enum {number}
       */
      readonly accountType: 0 | 1 | 2;
      /** @description ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly locale?: string | null;
    };
    readonly FamilyInvitationPage: {
      readonly items: readonly components['schemas']['FamilyInvitationView'][];
      readonly next: string | null;
    };
    readonly FamilyInvitationView: {
      /**
       * @description 0 member, 1 administrator, 2 founder (at most one)
       * @enum {number}
       */
      readonly accountType: 0 | 1 | 2;
      /** @description Identifies the invitation when you withdraw it. It is not a credential. */
      readonly invitationId: string;
      /**
       * @description invitation: to complete a pending account; membership: a client asks an account to join.
       * @enum {string}
       */
      readonly kind: 'invitation' | 'membership';
      /** @example 12 */
      readonly accountId: string;
      readonly name: string;
      /** @description The address that it was sent to. */
      readonly sentTo: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
    readonly FamilyPage: {
      readonly items: readonly components['schemas']['FamilySummary'][];
      readonly next: string | null;
    };
    readonly FamilySummary: {
      readonly name: string;
      /**
       * @description 0 Free, 1 Premium, 2 Premium_Plus
       * @enum {number}
       */
      readonly premiumType: 0 | 1 | 2;
      /** @example 4 */
      readonly familyId: string;
      /** @description Number of members. */
      readonly members: number;
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly FigureView: {
      /** @description In the period. */
      readonly count: number;
      /** @description In as long a time before it. */
      readonly before: number;
      /** @description Oldest first; the last one goes on. */
      readonly points: readonly components['schemas']['PointView'][];
    };
    readonly FirstAdministratorView: {
      /** @example 12 */
      readonly accountId: string;
    };
    readonly GrantPage: {
      readonly items: readonly components['schemas']['GrantView'][];
      readonly next: string | null;
    };
    readonly GrantView: {
      /** @example 31 */
      readonly grantId: string;
      readonly clientId: string;
      readonly clientName: string;
      /** @description null: the grant of the client itself. */
      readonly accountId: string | null;
      readonly accountName: string | null;
      /** @description a01deviceId. */
      readonly deviceId: string | null;
      /** @enum {string} */
      readonly tokenType: 'bearer' | 'mac';
      /** @description null: everything that the ruleset allows. */
      readonly scope: string | null;
      /** Format: date-time */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description A refresh extends it. null: the grant of the client itself, which stands until it is revoked.
       */
      readonly expiresAt: string | null;
      /**
       * Format: date-time
       * @description The last refresh; null: there was none.
       */
      readonly refreshedAt: string | null;
      /** @description The address that the last refresh came from. */
      readonly refreshedFrom: string | null;
      /** @description The thumbprint (RFC 7638) of the key that its tokens are bound to by DPoP. null: none; or the client has a secret, and each of its tokens is of a key of its own, or of none. */
      readonly keyThumbprint: string | null;
      /** @description How often its refresh token was replaced. */
      readonly generation: number;
    };
    readonly HeldView: {
      /**
       * Format: date-time
       * @description Then it is active again, unless an administrator does something before.
       */
      readonly heldUntil: string;
    };
    readonly ImageView: {
      /** @description For `logo`, `logoDark` or `icon` of a branding, within a day. */
      readonly key: string;
      /** @example /assets/brand/….png */
      readonly address: string;
    };
    readonly ImportedLine: {
      /** @description Line number in the request, starting at 1. */
      readonly line: number;
      /** @enum {string} */
      readonly result: 'created' | 'exists' | 'invalid';
      readonly accountId?: string;
      /** @description What is wrong with the line, or what was not changed. */
      readonly message?: string;
    };
    readonly ImportedLines: {
      readonly items: readonly components['schemas']['ImportedLine'][];
    };
    readonly LegacyUseNumbersView: {
      /** @description Number of clients that did something within 30 days that the strict profile refuses. */
      readonly clients: number;
      /** Format: date-time */
      readonly lastUsedAt: string | null;
    };
    readonly LegacyUsePage: {
      readonly items: readonly components['schemas']['LegacyUseView'][];
      readonly next: string | null;
    };
    readonly LegacyUseView: {
      /** @example shop */
      readonly clientId: string;
      readonly clientName: string;
      /** @example code-without-pkce */
      readonly feature: string;
      /** Format: date-time */
      readonly lastUsedAt: string;
      /** @description What the client has to change before it can be strict. */
      readonly meaning: string;
    };
    readonly LogoutTestView: {
      /** @description Whether it answered 2xx. */
      readonly delivered: boolean;
      /** @description Its answer, or why it was not asked. */
      readonly reason: string;
    };
    readonly MemberBody: {
      /**
       * @description 0 member, 1 administrator, 2 founder (at most one)
       * @enum {number}
       */
      readonly accountType: 0 | 1 | 2;
    };
    readonly MemberView: {
      /**
       * @description 0 member, 1 administrator, 2 founder (at most one)
       * @enum {number}
       */
      readonly accountType: 0 | 1 | 2;
      /** @example 12 */
      readonly accountId: string;
      readonly name: string;
      /** @enum {string} */
      readonly status: 'pending' | 'active' | 'disabled';
    };
    readonly MembershipView: {
      /**
       * @description 0 member, 1 administrator, 2 founder (at most one)
       * @enum {number}
       */
      readonly accountType: 0 | 1 | 2;
      /** @example 4 */
      readonly familyId: string;
      readonly name: string;
    };
    readonly MessagePage: {
      readonly items: readonly components['schemas']['MessageView'][];
      readonly next: string | null;
    };
    readonly MessageTextView: {
      readonly subject: string;
      /** @description The text with its link, if it has one, which gives access to the account until it is used. */
      readonly text: string;
    };
    readonly MessageView: {
      /** @example 12 */
      readonly id: string;
      /** @enum {string} */
      readonly state: 'waiting' | 'failed' | 'handover' | 'sent';
      /** @example invitation */
      readonly kind: string;
      /** @enum {string} */
      readonly channel: 'email' | 'sms' | 'handover' | 'backchannel';
      /** @description E-mail address, phone number, or URL of a client; empty for a handover. */
      readonly recipient: string;
      /**
       * @description null: it is for a client.
       * @example 7
       */
      readonly accountId: string | null;
      readonly locale: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** @description Number of attempts. */
      readonly attempts: number;
      /**
       * Format: date-time
       * @description Time of the next attempt.
       */
      readonly nextAt: string | null;
      /** Format: date-time */
      readonly sentAt: string | null;
      /** @description Why the last attempt failed. */
      readonly lastError: string | null;
    };
    readonly NewAccountBody: {
      readonly name: string;
      /** @description ISO 3166-1 alpha-2, such as DE. */
      readonly countryCode?: string | null;
      /** @description ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly locale?: string | null;
      /**
       * @description Kind of identifier.
       * @enum {string}
       */
      readonly type: 'Email' | 'Msisdn' | 'Login';
      /**
       * @description What the person signs in with, and where the invitation is sent; for a login an administrator passes it on.
       * @example anna@family.example
       */
      readonly identifier: string;
    };
    readonly NewClientBody: {
      /**
       * @description Printable ASCII without spaces and colons. Can’t be changed later.
       * @example shop
       */
      readonly clientId: string;
      /**
       * @description public: an application that can’t keep a secret. Can’t be changed later.
       * @enum {string}
       */
      readonly clientType: 'confidential' | 'public';
      /**
       * @description Shown to users on the consent page.
       * @example Shop
       */
      readonly name: string;
      /**
       * @description A web page about the client, to which its name links. https, or http on loopback.
       * @example https://shop.example
       */
      readonly homepageUrl?: string | null;
      /**
       * @description The calls that the client may make.
       * @example WEB
       */
      readonly ruleset: string;
      /**
       * @description Where /authorize returns users to.
       * @example [
       *       "https://shop.example/callback"
       *     ]
       */
      readonly redirectUrls?: readonly string[];
      /**
       * @description Of a public client: origins of its pages that may read answers (CORS), beside those of its RedirectUrls.
       * @example [
       *       "https://app.example"
       *     ]
       */
      readonly allowedOrigins?: readonly string[];
      /**
       * @description Where its servers call /authorize from. These authorizations count against the client’s budget, not the network’s.
       * @example [
       *       "203.0.113.7",
       *       "2001:db8:1::/48"
       *     ]
       */
      readonly serverNetworks?: readonly string[];
      /** @description Its users may authorize it for devices without a keyboard (RFC 8628). */
      readonly allowsDeviceAuthorization?: boolean;
      /** @description /authorize takes only what it pushed to /par: require_pushed_authorization_requests of RFC 9126 §6. */
      readonly requirePushedAuthorizationRequests?: boolean;
      /**
       * @description strict refuses what current best practice forbids.
       * @enum {string}
       */
      readonly profile?: 'strict' | 'interface';
      /**
       * @description Which families and accounts it may provision: all, or only its own, which it created. null: own if strict, otherwise all.
       * @enum {string|null}
       */
      readonly provisions?: 'own' | 'all' | null;
      /** @description Seconds; null: the server’s default. */
      readonly accessLifetimeSeconds?: number | null;
      /** @description Seconds; null: the server’s default. */
      readonly refreshLifetimeSeconds?: number | null;
      /** @description Each refresh replaces the refresh token, so that a stolen one is noticed. Strict and public clients always rotate. Otherwise it stays the same; it is useless without the client’s secret. */
      readonly rotatesRefreshToken?: boolean;
      /** @description It gets no tokens but with a DPoP proof, which binds them to its key: dpop_bound_access_tokens of RFC 9449 §5.2. */
      readonly dpopBoundAccessTokens?: boolean;
      /** @description Its DPoP proofs need a nonce of this server (RFC 9449 §8). */
      readonly requiresDpopNonce?: boolean;
      /**
       * @description How its id_tokens are signed.
       * @enum {string}
       */
      readonly idTokenSigningAlg?: 'RS256' | 'ES256';
      /**
       * @description Where it is told by a logout token that a sign-in is over (OpenID Connect Back-Channel Logout 1.0).
       * @example https://shop.example/backchannel-logout
       */
      readonly backchannelLogoutUri?: string | null;
      /** @description May send a user’s password, a validation token or an assertion. */
      readonly isPrivileged?: boolean;
      /** @description May send the account’s own password where it has a second factor, which it goes around. */
      readonly allowsPasswordOfProtectedAccounts?: boolean;
      /** @description Where these keys are published, instead of jwks. */
      readonly jwksUrl?: string | null;
      /** @description Public keys of its assertions (RFC 7517). */
      readonly jwks?: Record<string, unknown> | null;
      /** @description The iss of its assertions, and the issuer of its ExternalIds; null: its client_id. */
      readonly assertionIssuer?: string | null;
      /** @description Its credentials and tokens stop working at once. */
      readonly isDisabled?: boolean;
    };
    readonly NewFamilyBody: {
      readonly name: string;
      /**
       * @description 0 Free, 1 Premium, 2 Premium_Plus
       * @enum {number}
       */
      readonly premiumType?: 0 | 1 | 2;
      /** @description Number or identifier of an existing account; null: a family without members. */
      readonly founder?: string | null;
    };
    readonly NewIdentifierBody: {
      /** @enum {string} */
      readonly type: 'Email' | 'Msisdn' | 'Login';
      /**
       * @description A phone number with +, or as one writes it in the country of the account.
       * @example anna@family.example
       */
      readonly value: string;
    };
    readonly NewImage: {
      /**
       * @description What it is for, which decides its size.
       * @enum {string}
       */
      readonly field: 'logo' | 'logoDark' | 'icon';
      /**
       * @description The image as Base64: PNG, JPEG, WebP, GIF or SVG of at most 256 KiB. It is drawn anew as PNG.
       * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
       */
      readonly data: string;
    };
    readonly NewProviderBody: {
      /** @example google */
      readonly id: string;
      /** @example Google */
      readonly name: string;
      /** @example https://accounts.google.com */
      readonly issuer: string;
      /** @example hearth */
      readonly clientId: string;
      readonly scopes?: readonly string[];
      readonly buttonText?: string | null;
      readonly isEnabled?: boolean;
      /** @description The client secret that the provider gave. It is sealed, and never shown again. */
      readonly clientSecret?: string;
    };
    readonly NewRuleset: {
      /**
       * @description Call names, prefix*, and !rule to refuse; the last matching rule wins. With ` requires acr URI` and ` max_age SECONDS` behind it, a rule asks how the account signed in.
       * @example [
       *       "prov*",
       *       "!provdeleteaccount"
       *     ]
       */
      readonly rules: readonly string[];
      readonly description?: string;
      /**
       * @description 3 to 50 capital letters, digits, - and _.
       * @example PARTNER
       */
      readonly name: string;
    };
    readonly NewSavedFilter: {
      /** @example Refused today */
      readonly name: string;
      readonly filters: components['schemas']['SavedFilterSettings'];
    };
    readonly NewSecretBody: {
      /**
       * Format: date-time
       * @description When it expires; absent: it works until it is revoked.
       */
      readonly expiresAt?: string | null;
    };
    readonly NewWebhookBody: {
      /** @example https://partner.example/webhooks/hearth */
      readonly url: string;
      /**
       * @example [
       *       "account.*",
       *       "consent.ended"
       *     ]
       */
      readonly events?: readonly string[];
      readonly description?: string | null;
      readonly isEnabled?: boolean;
      /**
       * @description The client_id of the client whose webhook it is.
       * @example shop
       */
      readonly clientId: string;
    };
    readonly NodeView: {
      /** @example node-3fa2c1 */
      readonly name: string;
      readonly version: string;
      /** Format: date-time */
      readonly startedAt: string;
      /**
       * Format: date-time
       * @description Each node reports every 15 seconds.
       */
      readonly seenAt: string;
      /** @description Whether it has reported within the last 45 seconds. */
      readonly isAlive: boolean;
      /** @description The node that answers. */
      readonly isThis: boolean;
    };
    readonly OneFamilyView: {
      readonly name: string;
      /**
       * @description 0 Free, 1 Premium, 2 Premium_Plus
       * @enum {number}
       */
      readonly premiumType: 0 | 1 | 2;
      /** @example 4 */
      readonly familyId: string;
      /** Format: date-time */
      readonly createdAt: string;
      readonly members: readonly components['schemas']['MemberView'][];
    };
    readonly OpenBody: {
      /** Format: password */
      readonly password: string;
      /** @description E-mail address, phone number or login of an account with a role. */
      readonly identifier: string;
      /** @description One-time code or recovery code, for an account with a second factor; without it the answer is `second-factor-required`. */
      readonly code?: string;
    };
    readonly OutboxNumbersView: {
      readonly waiting: number;
      /** @description Not retried any more. */
      readonly failed: number;
      /** @description Without a way to send them: to be delivered by hand. */
      readonly handover: number;
      /**
       * Format: date-time
       * @description When the oldest waiting message was created.
       */
      readonly oldest: string | null;
    };
    readonly OverviewView: {
      /** Format: date-time */
      readonly at: string;
      /** @enum {string} */
      readonly period: '24h' | '7d' | '30d';
      /**
       * Format: date-time
       * @description Start of the period: of 24 hours, or of 7 or 30 days of UTC, the current one among them.
       */
      readonly from: string;
      /** @description Passwords that were right, and vouchers that were taken. */
      readonly signIns: components['schemas']['FigureView'];
      /** @description Passwords and vouchers that were wrong. */
      readonly failures: components['schemas']['FigureView'];
      /** @description Access tokens, by refreshes too. */
      readonly tokensIssued: components['schemas']['FigureView'];
      /** @description Different accounts that were signed in, or whose tokens were used or issued; to about 2 %. */
      readonly activeAccounts: components['schemas']['FigureView'];
      readonly newFamilies: components['schemas']['FigureView'];
      /** @description The ten most frequent refusals of the period. */
      readonly refusals: readonly components['schemas']['RefusalsView'][];
      readonly calls: components['schemas']['CallFiguresView'];
      readonly tokens: components['schemas']['ActiveTokensView'];
      readonly outbox: components['schemas']['OutboxNumbersView'];
      readonly nodes: readonly components['schemas']['NodeView'][];
      readonly database: components['schemas']['DatabaseView'];
      /** @description The certificates of TLS_CERT; none where a proxy has them. */
      readonly certificates: readonly components['schemas']['CertificateView'][];
      readonly legacyUse: components['schemas']['LegacyUseNumbersView'];
      /** @description What a new server still lacks: a first client, a way to send mails, a second administrator. */
      readonly nextSteps: readonly ('client' | 'mail' | 'administrator')[];
    };
    readonly PointView: {
      /**
       * Format: date-time
       * @description Start of the hour, six hours or day.
       */
      readonly at: string;
      readonly count: number;
    };
    readonly PreviewedCall: {
      /** @example provsearch */
      readonly name: string;
      readonly summary: string;
      readonly allowed: boolean;
      /** @description The rule that decides; null: no rule matches. */
      readonly rule: string | null;
    };
    readonly Problem: {
      /** @example urn:hearth:problem:not-found */
      readonly type: string;
      readonly title: string;
      readonly status: number;
      /** @description One sentence that says what to do. */
      readonly detail: string;
      readonly requestId: string;
      readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
      }[];
    };
    readonly ProviderChange: {
      /** @example Google */
      readonly name?: string;
      /** @example hearth */
      readonly clientId?: string;
      readonly scopes?: readonly string[];
      readonly buttonText?: string | null;
      readonly isEnabled?: boolean;
    };
    readonly ProviderList: {
      readonly items: readonly components['schemas']['ProviderView'][];
    };
    readonly ProviderSecretBody: {
      /** @description The client secret that the provider gave. It is sealed, and never shown again. null: it has none. */
      readonly clientSecret: string | null;
    };
    readonly ProviderView: {
      /** @example google */
      readonly id: string;
      /** @example Google */
      readonly name: string;
      /** @example https://accounts.google.com */
      readonly issuer: string;
      /** @example hearth */
      readonly clientId: string;
      readonly scopes: readonly string[];
      readonly buttonText: string | null;
      readonly isEnabled: boolean;
      /** @description Whether a client secret is set; it is never shown. */
      readonly hasSecret: boolean;
      /** @description What has to be registered at the provider. */
      readonly redirectUri: string;
      /** @description Number of accounts that are connected with its issuer. */
      readonly accounts: number;
    };
    readonly RedirectTestBody: {
      /** @example https://shop.example/callback?from=mail */
      readonly redirectUri: string;
    };
    readonly RedirectTestView: {
      readonly matches: boolean;
      /** @description The RedirectUrl that matches, or what to change. */
      readonly reason: string;
    };
    readonly RefreshRotationView: {
      /** @description Whether a refresh replaces it. Otherwise it stays the same until it expires. */
      readonly rotates: boolean;
      /** @example the profile strict asks for it */
      readonly reason: string;
    };
    readonly RefusalsView: {
      /**
       * @description The refused action, as the audit trail names it.
       * @example signin
       */
      readonly reason: string;
      readonly count: number;
      /** @description In as long a time before the period. */
      readonly before: number;
    };
    readonly ReplayView: {
      /** @description How many deliveries are sent again. */
      readonly deliveries: number;
      /** @description false: there are more. Send the request again. */
      readonly isDone: boolean;
    };
    readonly RulesetChange: {
      /**
       * @description Call names, prefix*, and !rule to refuse; the last matching rule wins. With ` requires acr URI` and ` max_age SECONDS` behind it, a rule asks how the account signed in.
       * @example [
       *       "prov*",
       *       "!provdeleteaccount"
       *     ]
       */
      readonly rules?: readonly string[];
      readonly description?: string;
    };
    readonly RulesetDraft: {
      /**
       * @description Call names, prefix*, and !rule to refuse; the last matching rule wins. With ` requires acr URI` and ` max_age SECONDS` behind it, a rule asks how the account signed in.
       * @example [
       *       "prov*",
       *       "!provdeleteaccount"
       *     ]
       */
      readonly rules: readonly string[];
      /**
       * @description The saved ruleset to compare with.
       * @example WEB
       */
      readonly name?: string;
    };
    readonly RulesetPage: {
      readonly items: readonly components['schemas']['RulesetView'][];
      readonly next: string | null;
    };
    readonly RulesetPreviewView: {
      /** @description Every existing call. */
      readonly calls: readonly components['schemas']['PreviewedCall'][];
      /** @description The clients that use the saved ruleset, 200 at most. */
      readonly clients: readonly string[];
      /** @description The calls whose verdict differs from the saved ruleset. */
      readonly changed: readonly string[];
      /** @description The calls that stay allowed and ask for another sign-in than the saved ruleset does. */
      readonly asking: readonly string[];
      /** @description Rules that match no existing call: usually a typing error. */
      readonly idle: readonly string[];
    };
    readonly RulesetView: {
      /** @example PARTNER */
      readonly name: string;
      readonly description: string;
      readonly rules: readonly string[];
      /** @description Ships with Hearth: can be changed, but not deleted. */
      readonly isShipped: boolean;
      /** @description Number of clients that use it. */
      readonly clients: number;
    };
    readonly SavedFilterList: {
      readonly items: readonly components['schemas']['SavedFilterView'][];
      /** @description null: there is one page. */
      readonly next: string | null;
    };
    readonly SavedFilterSettings: {
      /** @example signin */
      readonly action?: string;
      /** @description The number of the account that did it. */
      readonly account?: string;
      /** @description The client_id of the client that did it. */
      readonly client?: string;
      /** @example ruleset:WEB */
      readonly target?: string;
      /** @enum {string} */
      readonly outcome?: 'ok' | 'refused';
      /**
       * @description A period that ends now.
       * @enum {string}
       */
      readonly last?: 'hour' | 'day' | 'week' | 'month';
      /** @description ISO 8601. */
      readonly from?: string;
      /** @description ISO 8601. */
      readonly to?: string;
    };
    readonly SavedFilterView: {
      /** @example 12 */
      readonly id: string;
      readonly name: string;
      readonly filters: components['schemas']['SavedFilterSettings'];
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly SecretView: {
      /** @example 7 */
      readonly id: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly expiresAt: string | null;
      /**
       * Format: date-time
       * @description Recorded within seconds of its use.
       */
      readonly lastUsedAt: string | null;
    };
    readonly SecureBody: {
      /**
       * @description The id of the confirmed e-mail address that gets the link. "link", only if the account has none: the link waits in the outbox, to be handed over.
       * @example 17
       */
      readonly to: string;
      /**
       * @description Ends what apps were allowed more than 30 days ago too, with their tokens.
       * @default false
       */
      readonly endsGrants: boolean;
      /**
       * @description Begins the recovery of the second factor, with its wait: it is never removed at once.
       * @default false
       */
      readonly startsRecovery: boolean;
    };
    readonly SecuredView: {
      /**
       * Format: date-time
       * @description Until then the link works. Nothing opens the account until it, or a later one, is used.
       */
      readonly linkUntil: string;
      /**
       * @description Where the link was sent; null: it waits in the outbox, to be handed over.
       * @example a…@family.example
       */
      readonly sentTo: string | null;
      /** @description The recovery of the second factor has begun. */
      readonly isRecovering: boolean;
    };
    readonly SessionPage: {
      readonly items: readonly components['schemas']['SessionView'][];
      readonly next: string | null;
    };
    readonly SessionView: {
      /** @description Identifies the session when you end it. It is not a credential. */
      readonly sessionId: string;
      /** @enum {string} */
      readonly kind: 'browser' | 'webapp' | 'administration';
      /** @description For a web application: its client. */
      readonly clientId: string | null;
      /** @description Browser of the sign-in, such as Firefox; null: not known. */
      readonly browser: string | null;
      /** @description Such as Windows or iPhone; null: not known. */
      readonly system: string | null;
      /** @description Roughly, such as 203.0.113.x; null: not known. */
      readonly network: string | null;
      /** Format: date-time */
      readonly signedInAt: string | null;
      /** Format: date-time */
      readonly lastUsedAt: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
    readonly SettingView: {
      /** @example BCRYPT_COST */
      readonly name: string;
      /** @description For a secret: "set" or "not set". */
      readonly value: (string | null) | number | boolean;
    };
    readonly SettingsView: {
      readonly items: readonly components['schemas']['SettingView'][];
    };
    readonly SetupBody: {
      /** Format: password */
      readonly password: string;
      /** @description E-mail address, phone number or login of an account with a role. */
      readonly identifier: string;
      /** @description The setup code that the server printed at startup. */
      readonly code: string;
      /** @description The name of the first administrator. */
      readonly name: string;
    };
    readonly SetupCodeView: {
      /**
       * @description Shown this once; it works once.
       * @example 0q9x4-5vk3d-7m2ht-c8nzp-w6rje
       */
      readonly code: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
    readonly TimelineEventView: {
      /** @example 12 */
      readonly id: string;
      /** Format: date-time */
      readonly at: string;
      /** @example ruleset.updated */
      readonly action: string;
      /** @enum {string} */
      readonly outcome: 'ok' | 'refused';
      /** @description The account that did it. */
      readonly accountId: string | null;
      /** @description The client that did it. */
      readonly clientId: string | null;
      /** @example ruleset:WEB */
      readonly target: string | null;
      /** @example 192.0.2.7 */
      readonly address: string | null;
      /** @description For instance values before and after, a count or a reason. */
      readonly details: Record<string, unknown> | null;
      /**
       * @description What happened, with names for ids.
       * @example Anna K. allowed Family App openid profile
       */
      readonly sentence: string;
    };
    readonly TimelinePage: {
      readonly items: readonly components['schemas']['TimelineEventView'][];
      readonly next: string | null;
    };
    readonly TokenBody: {
      /** @description An access token or a refresh token, as the client received it. */
      readonly token: string;
    };
    readonly TokenView: {
      /** @description Whether it is accepted now. */
      readonly active: boolean;
      /**
       * @description spent: a refresh token that was exchanged. unknown: not issued here, or deleted long after it expired.
       * @enum {string}
       */
      readonly state:
        'active' | 'expired' | 'revoked' | 'spent' | 'accountClosed' | 'clientDisabled' | 'unknown';
      /** @enum {string|null} */
      readonly kind: 'access' | 'refresh' | null;
      /**
       * @description dpop: it is bound to a key.
       * @enum {string|null}
       */
      readonly tokenType: 'bearer' | 'dpop' | 'mac' | null;
      readonly grantId: string | null;
      readonly clientId: string | null;
      readonly accountId: string | null;
      readonly deviceId: string | null;
      readonly scope: string | null;
      /** Format: date-time */
      readonly expiresAt: string | null;
    };
    readonly TrialView: {
      /** @example With a user’s consent */
      readonly title: string;
      /** @description What to do, and what to replace placeholders such as CODE with. */
      readonly advice: string;
      /** @description An address to open in a browser first. */
      readonly link?: string;
      /** @description Shell commands, in order; SECRET stands for the secret. */
      readonly commands: readonly string[];
    };
    readonly TrialsView: {
      /** @description Empty if its ruleset gives it no way to get a token. */
      readonly trials: readonly components['schemas']['TrialView'][];
    };
    readonly WaitingLinkView: {
      /** @enum {string} */
      readonly kind:
        'invitation' | 'confirmation' | 'addition' | 'reset' | 'membership' | 'recovery' | 'handOver';
      /** @description The address that it was sent to. */
      readonly sentTo: string;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
    readonly WayPage: {
      readonly items: readonly components['schemas']['WayView'][];
      readonly next: string | null;
    };
    readonly WayView: {
      /**
       * @description As docs/security.md has them.
       * @enum {string}
       */
      readonly kind:
        | 'password'
        | 'sessions'
        | 'administration'
        | 'directGrants'
        | 'allowedGrants'
        | 'devicePasswords'
        | 'resetLinks'
        | 'additionLinks'
        | 'recovery'
        | 'proposals'
        | 'sentInvitations'
        | 'trustedBrowsers'
        | 'consents'
        | 'identifiers'
        | 'partnerIds'
        | 'passkeys'
        | 'factors';
      /** @description Identifies it among those of its kind when you end it. */
      readonly wayId: string;
      /**
       * @description What it is.
       * @enum {string}
       */
      readonly type:
        | 'password'
        | 'passkey'
        | 'oneTimeCodes'
        | 'recoveryCodes'
        | 'email'
        | 'phone'
        | 'login'
        | 'connection'
        | 'externalId'
        | 'browser'
        | 'webApplication'
        | 'console'
        | 'trustedBrowser'
        | 'device'
        | 'application'
        | 'consent'
        | 'devicePassword'
        | 'reset'
        | 'addition'
        | 'confirmation'
        | 'membership'
        | 'invitation'
        | 'recovery'
        | 'sentInvitation';
      /** @description As its owner or its application calls it, or the address it is about. */
      readonly name: string | null;
      /** @description More about it: the device, the family, the scopes. */
      readonly detail: string | null;
      /**
       * Format: date-time
       * @description null: it was there with the account, or nobody knows.
       */
      readonly since: string | null;
      /**
       * Format: date-time
       * @description null: never, or nobody knows.
       */
      readonly lastUsedAt: string | null;
      /** @description The browser that it is in, else that it was made in, such as Firefox; null: not known. */
      readonly browser: string | null;
      /** @description Such as Windows or iPhone; null: not known. */
      readonly system: string | null;
      /** @description Roughly, such as 203.0.113.x; null: not known. */
      readonly network: string | null;
      /**
       * Format: date-time
       * @description When who made it had signed in on a page; null: on none, or not known.
       */
      readonly signedInAt: string | null;
      /**
       * Format: date-time
       * @description Out of use since then, until its user takes it back.
       */
      readonly suspendedAt: string | null;
      /** @description false: the password is replaced, and a second factor that is settled goes by its recovery alone, with the wait. */
      readonly canEnd: boolean;
    };
    readonly WebhookChange: {
      /** @example https://partner.example/webhooks/hearth */
      readonly url?: string;
      /**
       * @example [
       *       "account.*",
       *       "consent.ended"
       *     ]
       */
      readonly events?: readonly string[];
      readonly description?: string | null;
      readonly isEnabled?: boolean;
    };
    readonly WebhookList: {
      readonly items: readonly components['schemas']['WebhookView'][];
    };
    readonly WebhookSecretView: {
      /** @example https://partner.example/webhooks/hearth */
      readonly url: string;
      /**
       * @example [
       *       "account.*",
       *       "consent.ended"
       *     ]
       */
      readonly events: readonly string[];
      readonly description: string | null;
      readonly isEnabled: boolean;
      /**
       * Format: uuid
       * @example 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11
       */
      readonly id: string;
      /**
       * @description The client_id of the client whose webhook it is.
       * @example shop
       */
      readonly clientId: string;
      /** @description While its client is disabled it is sent nothing. */
      readonly isClientDisabled: boolean;
      /** @description Attempts in a row that failed, once there are five; 0: it is well. */
      readonly failures: number;
      /**
       * Format: date-time
       * @description Nothing is sent before, and one delivery after it, since its receiver failed. null: it is well.
       */
      readonly retryAt: string | null;
      /** @description Deliveries that are not over; counted up to 1000. */
      readonly waiting: number;
      /** @description Deliveries that were given up; counted up to 1000. */
      readonly failed: number;
      /**
       * Format: date-time
       * @description Until when the previous signing secret signs too.
       */
      readonly previousEndsAt: string | null;
      /** Format: date-time */
      readonly createdAt: string;
      /**
       * @description The signing secret, shown only in this answer.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      readonly secret: string;
    };
    readonly WebhookView: {
      /** @example https://partner.example/webhooks/hearth */
      readonly url: string;
      /**
       * @example [
       *       "account.*",
       *       "consent.ended"
       *     ]
       */
      readonly events: readonly string[];
      readonly description: string | null;
      readonly isEnabled: boolean;
      /**
       * Format: uuid
       * @example 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11
       */
      readonly id: string;
      /**
       * @description The client_id of the client whose webhook it is.
       * @example shop
       */
      readonly clientId: string;
      /** @description While its client is disabled it is sent nothing. */
      readonly isClientDisabled: boolean;
      /** @description Attempts in a row that failed, once there are five; 0: it is well. */
      readonly failures: number;
      /**
       * Format: date-time
       * @description Nothing is sent before, and one delivery after it, since its receiver failed. null: it is well.
       */
      readonly retryAt: string | null;
      /** @description Deliveries that are not over; counted up to 1000. */
      readonly waiting: number;
      /** @description Deliveries that were given up; counted up to 1000. */
      readonly failed: number;
      /**
       * Format: date-time
       * @description Until when the previous signing secret signs too.
       */
      readonly previousEndsAt: string | null;
      /** Format: date-time */
      readonly createdAt: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AccountChange = components['schemas']['AccountChange'];
export type AccountIdentifierView = components['schemas']['AccountIdentifierView'];
export type AccountPage = components['schemas']['AccountPage'];
export type AccountSummary = components['schemas']['AccountSummary'];
export type AccountView = components['schemas']['AccountView'];
export type ActiveTokensView = components['schemas']['ActiveTokensView'];
export type AddedIdentifierView = components['schemas']['AddedIdentifierView'];
export type AddedSecretView = components['schemas']['AddedSecretView'];
export type AdminCallerView = components['schemas']['AdminCallerView'];
export type AdminSessionView = components['schemas']['AdminSessionView'];
export type AuditEventView = components['schemas']['AuditEventView'];
export type AuditPage = components['schemas']['AuditPage'];
export type BrandingChange = components['schemas']['BrandingChange'];
export type BrandingView = components['schemas']['BrandingView'];
export type CallFiguresView = components['schemas']['CallFiguresView'];
export type CallTestView = components['schemas']['CallTestView'];
export type CallView = components['schemas']['CallView'];
export type CertificateView = components['schemas']['CertificateView'];
export type ChangedAccountView = components['schemas']['ChangedAccountView'];
export type CheckView = components['schemas']['CheckView'];
export type ClientChange = components['schemas']['ClientChange'];
export type ClientLegacyUseView = components['schemas']['ClientLegacyUseView'];
export type ClientList = components['schemas']['ClientList'];
export type ClientSummary = components['schemas']['ClientSummary'];
export type ClientView = components['schemas']['ClientView'];
export type ConfigurationChange = components['schemas']['ConfigurationChange'];
export type ConfigurationChanges = components['schemas']['ConfigurationChanges'];
export type ConfigurationDocument = components['schemas']['ConfigurationDocument'];
export type ConfirmBody = components['schemas']['ConfirmBody'];
export type ConnectedAppView = components['schemas']['ConnectedAppView'];
export type ConsentPage = components['schemas']['ConsentPage'];
export type CreatedClientView = components['schemas']['CreatedClientView'];
export type DatabaseView = components['schemas']['DatabaseView'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DeliveryView = components['schemas']['DeliveryView'];
export type ExaminationView = components['schemas']['ExaminationView'];
export type ExportedBranding = components['schemas']['ExportedBranding'];
export type ExportedClient = components['schemas']['ExportedClient'];
export type ExportedImage = components['schemas']['ExportedImage'];
export type ExportedProvider = components['schemas']['ExportedProvider'];
export type ExportedRuleset = components['schemas']['ExportedRuleset'];
export type ExportedSecret = components['schemas']['ExportedSecret'];
export type ExportedWebhook = components['schemas']['ExportedWebhook'];
export type ExternalIdBody = components['schemas']['ExternalIdBody'];
export type FamilyChange = components['schemas']['FamilyChange'];
export type FamilyInvitationBody = components['schemas']['FamilyInvitationBody'];
export type FamilyInvitationPage = components['schemas']['FamilyInvitationPage'];
export type FamilyInvitationView = components['schemas']['FamilyInvitationView'];
export type FamilyPage = components['schemas']['FamilyPage'];
export type FamilySummary = components['schemas']['FamilySummary'];
export type FigureView = components['schemas']['FigureView'];
export type FirstAdministratorView = components['schemas']['FirstAdministratorView'];
export type GrantPage = components['schemas']['GrantPage'];
export type GrantView = components['schemas']['GrantView'];
export type HeldView = components['schemas']['HeldView'];
export type ImageView = components['schemas']['ImageView'];
export type ImportedLine = components['schemas']['ImportedLine'];
export type ImportedLines = components['schemas']['ImportedLines'];
export type LegacyUseNumbersView = components['schemas']['LegacyUseNumbersView'];
export type LegacyUsePage = components['schemas']['LegacyUsePage'];
export type LegacyUseView = components['schemas']['LegacyUseView'];
export type LogoutTestView = components['schemas']['LogoutTestView'];
export type MemberBody = components['schemas']['MemberBody'];
export type MemberView = components['schemas']['MemberView'];
export type MembershipView = components['schemas']['MembershipView'];
export type MessagePage = components['schemas']['MessagePage'];
export type MessageTextView = components['schemas']['MessageTextView'];
export type MessageView = components['schemas']['MessageView'];
export type NewAccountBody = components['schemas']['NewAccountBody'];
export type NewClientBody = components['schemas']['NewClientBody'];
export type NewFamilyBody = components['schemas']['NewFamilyBody'];
export type NewIdentifierBody = components['schemas']['NewIdentifierBody'];
export type NewImage = components['schemas']['NewImage'];
export type NewProviderBody = components['schemas']['NewProviderBody'];
export type NewRuleset = components['schemas']['NewRuleset'];
export type NewSavedFilter = components['schemas']['NewSavedFilter'];
export type NewSecretBody = components['schemas']['NewSecretBody'];
export type NewWebhookBody = components['schemas']['NewWebhookBody'];
export type NodeView = components['schemas']['NodeView'];
export type OneFamilyView = components['schemas']['OneFamilyView'];
export type OpenBody = components['schemas']['OpenBody'];
export type OutboxNumbersView = components['schemas']['OutboxNumbersView'];
export type OverviewView = components['schemas']['OverviewView'];
export type PointView = components['schemas']['PointView'];
export type PreviewedCall = components['schemas']['PreviewedCall'];
export type Problem = components['schemas']['Problem'];
export type ProviderChange = components['schemas']['ProviderChange'];
export type ProviderList = components['schemas']['ProviderList'];
export type ProviderSecretBody = components['schemas']['ProviderSecretBody'];
export type ProviderView = components['schemas']['ProviderView'];
export type RedirectTestBody = components['schemas']['RedirectTestBody'];
export type RedirectTestView = components['schemas']['RedirectTestView'];
export type RefreshRotationView = components['schemas']['RefreshRotationView'];
export type RefusalsView = components['schemas']['RefusalsView'];
export type ReplayView = components['schemas']['ReplayView'];
export type RulesetChange = components['schemas']['RulesetChange'];
export type RulesetDraft = components['schemas']['RulesetDraft'];
export type RulesetPage = components['schemas']['RulesetPage'];
export type RulesetPreviewView = components['schemas']['RulesetPreviewView'];
export type RulesetView = components['schemas']['RulesetView'];
export type SavedFilterList = components['schemas']['SavedFilterList'];
export type SavedFilterSettings = components['schemas']['SavedFilterSettings'];
export type SavedFilterView = components['schemas']['SavedFilterView'];
export type SecretView = components['schemas']['SecretView'];
export type SecureBody = components['schemas']['SecureBody'];
export type SecuredView = components['schemas']['SecuredView'];
export type SessionPage = components['schemas']['SessionPage'];
export type SessionView = components['schemas']['SessionView'];
export type SettingView = components['schemas']['SettingView'];
export type SettingsView = components['schemas']['SettingsView'];
export type SetupBody = components['schemas']['SetupBody'];
export type SetupCodeView = components['schemas']['SetupCodeView'];
export type TimelineEventView = components['schemas']['TimelineEventView'];
export type TimelinePage = components['schemas']['TimelinePage'];
export type TokenBody = components['schemas']['TokenBody'];
export type TokenView = components['schemas']['TokenView'];
export type TrialView = components['schemas']['TrialView'];
export type TrialsView = components['schemas']['TrialsView'];
export type WaitingLinkView = components['schemas']['WaitingLinkView'];
export type WayPage = components['schemas']['WayPage'];
export type WayView = components['schemas']['WayView'];
export type WebhookChange = components['schemas']['WebhookChange'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookSecretView = components['schemas']['WebhookSecretView'];
export type WebhookView = components['schemas']['WebhookView'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
