import { Injectable } from '@nestjs/common';
import { normalAddress } from '../../platform/checks/address.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import {
  KnownResources,
  mayAskFor,
  type KnownResource,
  type ResourceSet,
} from '../resources/known-resources.js';
import { isThisServer } from '../resources/this-server.js';
import { namedTargets, type NamedTarget } from './named-targets.js';
import { numbersIn, THIS_SERVER, tokensFor, type Target, type TokenScope } from './target.js';

/** In one request. */
const MOST = 10;
const TOO_MANY = `At most ${MOST} resources can be named at once.`;
const NO_JWT =
  'Its access tokens are JWTs, which clients of profile interface do not get: this client needs profile strict.';

/** The row of a grant. */
interface Granted {
  readonly scope: string | null;
  readonly resources: string | null;
}

/** What a request for an access token of it names. */
interface Asked {
  readonly scope?: string | null;
  readonly target: Target | null;
}

/** What requests for tokens name as their resources (RFC 8707, D401). */
@Injectable()
export class Targets {
  constructor(
    private readonly known: KnownResources,
    private readonly config: AppConfig,
  ) {}

  /** All resources; without a promise if they are in memory. */
  resources(): ResourceSet | Promise<ResourceSet> {
    return this.known.all();
  }

  /**
   * What the `resource` parameters of a request name; null: there is none.
   * @throws CallError targetNotValid for a resource that is unknown or not this client's to ask for, for several of which
   *   one has JWTs, and for JWTs of a client of profile interface
   */
  async read(client: CallerClient, asked: readonly string[]): Promise<Target | null> {
    if (asked.length === 0) return null;
    if (asked.length > MOST) throw refusal(TOO_MANY);
    const known = await this.known.all();
    let isHere = false;
    const resources = new Set<KnownResource>();
    for (const text of asked) {
      if (isThisServer(text, this.config.publicUrl)) {
        isHere = true;
        continue;
      }
      const resource = known.named(normalAddress(text));
      if (!resource) throw new CallError(Errors.targetNotValid);
      if (!mayAskFor(resource, client.clientId))
        throw refusal(`This client may not ask for ${resource.identifier}: its record does not list it.`);
      resources.add(resource);
    }
    const jwt = [...resources].find(({ tokenFormat }) => tokenFormat === 'jwt');
    if (jwt && (isHere || resources.size > 1))
      throw refusal(
        `The access tokens for ${jwt.identifier} are JWTs, each for one resource: ask for it alone.`,
      );
    if (jwt && client.profile === 'interface') throw refusal(NO_JWT);
    return { isHere, resources: [...resources] };
  }

  /**
   * What an access token of a grant is for, and its scope.
   * @param asked what the request names, within the grant; null: all of it
   * @throws CallError grantNotValid: the grant is for resources that are gone, or no longer this client's to ask for
   */
  within(client: CallerClient, granted: Granted, asked: Asked, known: ResourceSet): TokenScope {
    const of = this.ofGrant(client, granted.resources, known);
    const target = of && (asked.target ? common(of, asked.target) : of);
    if (of === null || target === null)
      throw new CallError(Errors.grantNotValid, { reason: 'resource gone' });
    return tokensFor(granted.scope, of, target, asked.scope);
  }

  /** Names what grants and tokens are for, for administrators. */
  async named(): Promise<(kept: string | null) => NamedTarget[]> {
    const known = await this.known.all();
    return (kept) => namedTargets(kept, known, this.config.publicUrl);
  }

  /** What of a grant's target this client may still have tokens for; null: nothing. */
  ofGrant(client: CallerClient, kept: string | null, known: ResourceSet): Target | null {
    const numbers = numbersIn(kept);
    const isHere = numbers.includes(THIS_SERVER);
    const resources = numbers
      .map((number) => known.find(number))
      .filter((each) => each !== undefined)
      .filter((each) => mayAskFor(each, client.clientId));
    return isHere || resources.length > 0 ? { isHere, resources } : null;
  }
}

/** The part of a grant's target that is asked for; null: none. */
function common(of: Target, asked: Target): Target | null {
  const isHere = of.isHere && asked.isHere;
  const resources = of.resources.filter(({ number }) => asked.resources.some((one) => one.number === number));
  return isHere || resources.length > 0 ? { isHere, resources } : null;
}

function refusal(message: string): CallError {
  return new CallError(Errors.targetNotValid, {}, { message });
}
