import type { ClientRole } from '../cast/cast.js';
import { resultOf } from '../generate/learn-tokens.js';
import type { Answer } from '../wire/answer.js';
import { Visitor, type Fields } from './visitor.js';
import { objectIn, textIn, type Place, type Steps } from './walk.js';

/** The back end of a client, which sends the client's credentials. */
export class BackEnd extends Visitor {
  constructor(
    place: Place,
    private readonly role: ClientRole,
  ) {
    super(place);
  }

  /** A call or an endpoint; a public client sends only its id. */
  async *call(path: string, fields: Fields, mayBe?: number): Steps<Answer> {
    const { id, secret } = this.place.persona.cast.clients[this.role];
    if (secret === null) return yield* this.post(path, { ...fields, client_id: id }, { headers: [], mayBe });
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    return yield* this.post(path, fields, { headers: [['Authorization', `Basic ${basic}`]], mayBe });
  }

  /** Returns the result of a provisioning call. */
  async *provision(name: string, fields: Fields): Steps<string> {
    return resultOf(yield* this.call(`/api/prov/${name}`, fields));
  }

  /** Creates a family with one account, which gets an invitation. @returns the id of the account */
  async *invite(Identifier: string, Type: 'Email' | 'phone' = 'Email'): Steps<string> {
    const family = { FamilyName: this.place.persona.newName('Family '), AccountType: '2' };
    const person = { Type, Identifier, UserName: 'Guest', UserCountryCode: 'DE' };
    return yield* this.provision('createaccount', { ...family, ...person });
  }

  /** Exchanges a code for an access token. */
  async *tokenFor(code: string, code_verifier: string): Steps<string> {
    const { redirectUri: redirect_uri } = this.place.persona.cast.clients[this.role];
    const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri };
    return yield* this.told('/token', grant, 'access_token');
  }

  /** Returns a member of the body. @throws Lost without it */
  async *told(path: string, fields: Fields, member: string): Steps<string> {
    return textIn(objectIn(yield* this.call(path, fields)), member);
  }
}
