/* eslint-disable max-lines */
/* Made from the OpenAPI document by npm run generate: what the calls take and answer. */

/** 64 bits as digits: more than a number holds exactly. */
export type Long = string;

export interface AccountInformation {
  readonly accountId: string;
  readonly identifiers: readonly Identifier[];
  readonly name: string;
  /** ISO 8601 in UTC; empty before the first login. */
  readonly lastLoginDate: string;
  readonly families: readonly Family[];
}

export interface Family {
  readonly Calendar_Service: boolean;
  readonly Location_Service: boolean;
  readonly Autotracking_Service: boolean;
  readonly Message_Service: boolean;
  readonly Photo_Service: boolean;
  readonly Video_Service: boolean;
  readonly Audio_Service: boolean;
  readonly Task_Service: boolean;
  readonly familyId: string;
  readonly metaId: string;
  readonly familyName: string;
  readonly pictureURIs: readonly string[];
  /** 0 Free, 1 Premium, 2 Premium_Plus */
  readonly premiumType: 0 | 1 | 2;
}

export interface Identifier {
  readonly id: string;
  readonly type: 'Email' | 'Msisdn' | 'ExternalId' | 'Login' | 'AccessToken' | 'SOMETHING_ELSE';
  readonly value: string;
  readonly validated: boolean;
}

export interface AccessToken {
  /** Identifies the token; for MAC it is the id in the Authorization header. */
  readonly access_token: string;
  /** DPoP where a proof came with the request. */
  readonly token_type: 'Bearer' | 'DPoP' | 'mac';
  /** Seconds. */
  readonly expires_in: number;
  /** For POST /token. Not issued for client_credentials. */
  readonly refresh_token?: string;
  /** What was consented to, where the client asked for less than it may do. */
  readonly scope?: string;
  /** For scope openid (OpenID Connect Core §2): a JWT, signed as the client record says. */
  readonly id_token?: string;
  /** Type of the token that a token exchange issued (RFC 8693 §2.2.1). */
  readonly issued_token_type?: string;
  /** Secret to compute the MAC with. */
  readonly mac_key?: string;
  readonly mac_algorithm?: 'hmac-sha-1' | 'hmac-sha-256';
}

/** The calls by their path below `/api`. */
export interface Calls {
  /** The caller's own account information */
  'acc/getloggedaccount': { readonly args: Record<string, never>; readonly result: AccountInformation };
  /** Whether the service answers */
  'acc/ping': { readonly args: Record<string, never>; readonly result: true };
  /** A single-use token that vouches for the account with an identifier (privileged clients) */
  'log2/createvalidationtoken': {
    readonly args: {
      /** An identifier of the account: typically the ExternalId that the client's issuer knows it by. */
      readonly identifier: string;
      /** client_id of the one client that may use it. Else every client of the same ruleset. */
      readonly audience?: string;
    };
    readonly result: string;
  };
  /** Exchange an authorization code for tokens (third-party clients) */
  'log2/generateaccesstokenbyauthorizationcode': {
    readonly args: {
      /** The authorization code of the redirect. */
      readonly code: string;
      /** Kind of token to issue. */
      readonly tokentype: 'Bearer' | 'Mac';
      /** PKCE (RFC 7636), where the authorization request had a code_challenge. */
      readonly codeVerifier?: string;
    };
    readonly result: AccessToken;
  };
  /** Exchange a user's password for tokens (privileged clients) */
  'log2/generateaccesstokenbypassword': {
    readonly args: {
      /** Account identifier, for example a login or an e-mail address. */
      readonly identifier: string;
      /** Password of the account. */
      readonly password: string;
      /** Kind of token to issue. */
      readonly tokentype: 'Bearer' | 'Mac';
      /** Device identifier, as in the devicesetconfig operation. */
      readonly deviceId: string;
    };
    readonly result: AccessToken;
  };
  /** Exchange a validation token or a partner's assertion for tokens (privileged clients) */
  'log2/generateaccesstokenbyvalidationtoken': {
    readonly args: {
      /** A validation token, or a partner's assertion (a JWT). */
      readonly validationtoken: string;
      /** Kind of token to issue. */
      readonly tokentype: 'Bearer' | 'Mac';
      /** Device identifier, as in the devicesetconfig operation. */
      readonly deviceId: string;
    };
    readonly result: AccessToken;
  };
  /** Sign an account in to the HTTP session (legacy) */
  'log2/in': {
    readonly args: {
      /** Account identifier, for example a login or an e-mail address. */
      readonly identifier: string;
      /** Password of the account; of one with a second factor, a device password for legacy sessions. */
      readonly password: string;
    };
    readonly result: Long;
  };
  /** End the HTTP session (legacy) */
  'log2/out': { readonly args: Record<string, never>; readonly result: true };
  /** Add an account to a family, or change its member type there; or ask whoever has an identifier to join */
  'prov/addaccount2family': {
    readonly args: {
      /** The account; or Type and Identifier. */
      readonly accountId?: Long;
      /** The family. */
      readonly familyId: Long;
      /** Kind of Identifier. */
      readonly Type?: 'Email' | 'phone' | 'Msisdn' | 'login';
      /** Where there is no accountId: whoever has it is asked to join, and is a member once they accept. The answer is true, whether or not there is such an account. */
      readonly Identifier?: string;
      /** 0 member, 1 administrator, 2 founder (3 means founder too). Default 0. */
      readonly AccountType?: 0 | 1 | 2 | 3;
    };
    readonly result: true;
  };
  /** Create an account in a family; its user is invited to complete it */
  'prov/createaccount': {
    readonly args: {
      /** The family to join; or FamilyName. */
      readonly familyId?: Long;
      /** Creates a family of this name to join. */
      readonly FamilyName?: string;
      /** Kind of Identifier. */
      readonly Type: 'Email' | 'phone' | 'Msisdn' | 'login';
      /** E-mail address, phone number or login, according to Type. */
      readonly Identifier: string;
      /** First name. */
      readonly UserName: string;
      /** ISO 3166-1 alpha-2, such as DE. Also: countryCode. */
      readonly UserCountryCode: string;
      /** 0 member, 1 administrator, 2 founder (3 means founder too). Default 0. */
      readonly AccountType?: 0 | 1 | 2 | 3;
      /** ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly Locale?: string;
    };
    readonly result: Long;
  };
  /** Create a family; it has no members */
  'prov/createfamily': {
    readonly args: {
      /** Default true. */
      readonly Calendar_Service?: boolean;
      /** Default true. */
      readonly Location_Service?: boolean;
      /** Default false. */
      readonly Autotracking_Service?: boolean;
      /** Default true. */
      readonly Message_Service?: boolean;
      /** Default true. */
      readonly Photo_Service?: boolean;
      /** Default true. */
      readonly Video_Service?: boolean;
      /** Default true. */
      readonly Audio_Service?: boolean;
      /** Default true. */
      readonly Task_Service?: boolean;
      /** 0 Free, 1 Premium, 2 Premium_Plus. */
      readonly Premium_Type?: 0 | 1 | 2;
      /** JPEG, PNG, GIF or WebP, at most 5 MiB and 40 megapixels: a file of a multipart body, or the body itself (Content-Type: image/…, the other parameters in the query). Also: Family Image. */
      readonly FamilyImage?: Blob;
      /** Name of the family. */
      readonly FamilyName: string;
    };
    readonly result: Long;
  };
  /** Delete an account with all that hangs on it; it leaves its families first */
  'prov/deleteaccount': {
    readonly args: {
      /** The account. */
      readonly accountId: Long;
      /** When given, the family must exist. */
      readonly familyId?: Long;
    };
    readonly result: true;
  };
  /** Delete a family that has no members */
  'prov/deletefamily': {
    readonly args: {
      /** The family. */
      readonly familyId: Long;
    };
    readonly result: true;
  };
  /** An account's information */
  'prov/getaccount': {
    readonly args: {
      /** The account. */
      readonly accountId: Long;
      /** When given, the family must exist. */
      readonly familyId?: Long;
    };
    readonly result: AccountInformation;
  };
  /** Take an account out of a family */
  'prov/removeaccount2family': {
    readonly args: {
      /** The account. */
      readonly accountId: Long;
      /** The family. */
      readonly familyId: Long;
    };
    readonly result: true;
  };
  /** Find the account that has an identifier */
  'prov/search': {
    readonly args: {
      /** An e-mail address. */
      readonly email?: string;
      /** A phone number, internationalized; or a national one with UserCountryCode. Also: phone. */
      readonly MSISDN?: string;
      /** A login. */
      readonly login?: string;
      /** An ExternalId of your own issuer; must match exactly. */
      readonly externalId?: string;
      /** An identifier of any kind. One that matches two accounts is refused: use a parameter for its kind. */
      readonly identifier?: string;
      /** ISO 3166-1 alpha-2, such as DE. Also: countryCode. */
      readonly UserCountryCode?: string;
    };
    readonly result: Long;
  };
  /** Change an account; what is not given stays */
  'prov/updateaccount': {
    readonly args: {
      /** The account. */
      readonly accountId: Long;
      /** New first name. */
      readonly UserName?: string;
      /** ISO 3166-1 alpha-2, such as DE. Also: countryCode. */
      readonly UserCountryCode?: string;
      /** 0 member, 1 administrator, 2 founder (3 means founder too). In familyId. */
      readonly AccountType?: 0 | 1 | 2 | 3;
      /** For AccountType, when the account is in several families. */
      readonly familyId?: Long;
      /** ISO 639-1, such as de; of pt-BR, the pt is kept. Messages come in en, fr, de, es, it, nl, pt, pl; en otherwise. */
      readonly Locale?: string;
      /** Kind of Identifier. */
      readonly Type?: 'Email' | 'phone' | 'Msisdn' | 'login' | 'ExternalId';
      /** A further identifier for the account; a message asks to confirm it. An ExternalId is the account's id in the system of the calling client's issuer. */
      readonly Identifier?: string;
    };
    readonly result: Long;
  };
  /** Change a family; what is not given stays */
  'prov/updatefamily': {
    readonly args: {
      /** Default true. */
      readonly Calendar_Service?: boolean;
      /** Default true. */
      readonly Location_Service?: boolean;
      /** Default false. */
      readonly Autotracking_Service?: boolean;
      /** Default true. */
      readonly Message_Service?: boolean;
      /** Default true. */
      readonly Photo_Service?: boolean;
      /** Default true. */
      readonly Video_Service?: boolean;
      /** Default true. */
      readonly Audio_Service?: boolean;
      /** Default true. */
      readonly Task_Service?: boolean;
      /** 0 Free, 1 Premium, 2 Premium_Plus. */
      readonly Premium_Type?: 0 | 1 | 2;
      /** JPEG, PNG, GIF or WebP, at most 5 MiB and 40 megapixels: a file of a multipart body, or the body itself (Content-Type: image/…, the other parameters in the query). A text parameter without a value (FamilyImage=) removes the picture; a file part without content changes nothing. Also: Family Image. */
      readonly FamilyImage?: Blob;
      /** The family. */
      readonly familyId: Long;
      /** New name of the family. */
      readonly FamilyName?: string;
    };
    readonly result: Long;
  };
  /** The version of the service */
  'sys/version': { readonly args: Record<string, never>; readonly result: string };
  /** Ask for the state secret of a cipher, for one sign-in (web flow) */
  'web/generatestatesecret': {
    readonly args: {
      /** Random text that the web server drew for this sign-in and bound to its own session of the browser. */
      readonly stateRandomCipher: string;
    };
    readonly result: string;
  };
  /** Sign a browser in by a web application's form (web flow) */
  'web/login': {
    readonly args: {
      /** Account identifier, for example a login or an e-mail address. Also: identifier. */
      readonly login: string;
      /** Password of the account. */
      readonly password: string;
      /** Random text that the web server drew for this sign-in and bound to its own session of the browser. */
      readonly stateRandomCipher: string;
      /** Where the browser goes on, with session_id and state; a RedirectUrl of the client that asked for the secret. */
      readonly redirect_uri?: string;
    };
    readonly result: string;
  };
  /** Make a session that the form opened the client's own (web flow) */
  'web/validatesession': {
    readonly args: {
      /** What webgeneratestatesecret answered. */
      readonly stateSecret: string;
      /** What weblogin answered: the value of the JSESSIONID cookie. */
      readonly sessionId: string;
    };
    readonly result: true;
  };
}

export type CallName = keyof Calls;

/** On the wire each value is a text. These members are booleans and numbers, and these calls answer `true` alone. */
export const BOOLEANS: readonly string[] = [
  'Calendar_Service',
  'Location_Service',
  'Autotracking_Service',
  'Message_Service',
  'Photo_Service',
  'Video_Service',
  'Audio_Service',
  'Task_Service',
  'validated',
];
export const NUMBERS: readonly string[] = ['premiumType'];
export const TRUE_RESULTS: readonly string[] = [
  'acc/ping',
  'log2/out',
  'prov/addaccount2family',
  'prov/deleteaccount',
  'prov/deletefamily',
  'prov/removeaccount2family',
  'web/validatesession',
];
