import type { ClientRole } from '../cast/cast.js';
import { jsonOf, resultOf } from '../generate/learn-tokens.js';
import type { Answer } from '../wire/answer.js';
import { Visitor, type Fields } from './visitor.js';
import { Lost, type Place, type Steps } from './walk.js';

/** A client's back end, by its credentials. */
export class BackEnd extends Visitor {
  constructor(
    place: Place,
    private readonly role: ClientRole,
  ) {
    super(place);
  }

  /** A call or an endpoint; of a public client with its id alone. */
  async *call(path: string, fields: Fields, mayBe?: number): Steps<Answer> {
    const { id, secret } = this.place.persona.cast.clients[this.role];
    if (secret === null) return yield* this.post(path, { ...fields, client_id: id }, { headers: [], mayBe });
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    return yield* this.post(path, fields, { headers: [['Authorization', `Basic ${basic}`]], mayBe });
  }

  /** The result of a call for partners. */
  async *provision(name: string, fields: Fields): Steps<string> {
    return resultOf(yield* this.call(`/api/prov/${name}`, fields));
  }

  /** Creates an account with a family of its own, whose person gets an invitation. @returns the account */
  async *invite(Identifier: string, Type: 'Email' | 'phone' = 'Email'): Steps<string> {
    const family = { FamilyName: this.place.persona.newName('Family '), AccountType: '2' };
    const person = { Type, Identifier, UserName: 'Guest', UserCountryCode: 'DE' };
    return yield* this.provision('createaccount', { ...family, ...person });
  }

  /** The access token for a code. */
  async *tokenFor(code: string, code_verifier: string): Steps<string> {
    const { redirectUri: redirect_uri } = this.place.persona.cast.clients[this.role];
    const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri };
    return yield* this.told('/token', grant, 'access_token');
  }

  /** A member of the body. @throws Lost without it */
  async *told(path: string, fields: Fields, member: string): Steps<string> {
    const body = jsonOf(yield* this.call(path, fields)) as Record<string, unknown> | null;
    const value = body?.[member];
    if (typeof value !== 'string') throw new Lost(`${path} does not tell ${member}`);
    return value;
  }
}
