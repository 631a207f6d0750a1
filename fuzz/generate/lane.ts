import type { CastClient } from '../cast/cast.js';
import type { Persona } from '../cast/persona.js';
import type { Content, Pair, Part } from '../requests/request.js';
import type { Parameter, Route } from '../surface/routes.js';
import { textFrom } from '../values/from-schema.js';
import type { Pictures } from '../values/pictures.js';
import { draftOf, type Draft } from './draft.js';
import { learnIds } from './learn-ids.js';
import { asUser, RECIPES, type Cooked, type Recipe } from './recipes.js';
import { valueNamed } from './vocabulary.js';

const OPTIONAL_PERCENT = 35;
export const BOUNDARY = 'fuzz-boundary';

interface File {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Requests to calls and endpoints that should succeed: with both bindings, and parameters in all possible places. */
export class Lane {
  constructor(
    private readonly persona: Persona,
    private readonly pictures: Pictures,
    private readonly publicUrl: string,
  ) {}

  /** @returns a request; or the name of the operation that must come first */
  draft(route: Route): Draft | string {
    const { operation } = route;
    const cook = RECIPES[route.name];
    const cooked: Cooked =
      cook?.(this.persona, this.publicUrl) ?? (operation.account === 'required' ? asUser(this.persona) : {});
    return typeof cooked === 'string' ? cooked : this.make(route, cooked);
  }

  make(route: Route, recipe: Recipe): Draft {
    const { persona } = this;
    const { random, cast } = persona;
    const client = recipe.client === undefined ? null : cast.clients[recipe.client];
    const isStrict = client?.profile === 'strict';
    const files = route.methods.includes('POST') ? this.filesFor(route) : [];
    const usesPost = files.length > 0 || isStrict || !route.methods.includes('GET') || random.chance(65);
    const bySelector = route.surface === 'call' && random.chance(30);
    const values = this.valuesFor(route, recipe.values ?? {});
    const parameters = bySelector ? values.map(([name, value]): Pair => [`a01${name}`, value]) : values;
    const headers: Pair[] = [];
    if (client && recipe.token) headers.push(['Authorization', `Bearer ${recipe.token}`]);
    else if (client) this.authenticate(client, usesPost, headers, parameters);
    else if (recipe.token) headers.push(['Authorization', `Bearer ${recipe.token}`]);
    if (recipe.account === 'bearer' && persona.bearer)
      headers.push(['Authorization', `Bearer ${persona.bearer.access}`]);
    const usesJar = recipe.account === 'session' || route.name === 'log2in';
    const selector: Pair[] = bySelector ? [['a01call', route.name]] : [];
    return draftOf(persona, {
      aim: route.name,
      method: usesPost ? 'POST' : 'GET',
      path: bySelector ? '/api' : route.path,
      query: usesPost ? selector : [...selector, ...parameters],
      content: usesPost && (parameters.length > 0 || files.length > 0) ? this.body(parameters, files) : null,
      headers,
      mac: recipe.account === 'mac' ? (persona.mac?.mac ?? null) : null,
      jar: usesJar ? persona.browser : null,
      learn: (answer) => {
        learnIds(persona, route, {}, answer);
        recipe.learn?.(answer);
      },
      refused: recipe.refused,
    });
  }

  private valuesFor({ parameters }: Route, given: NonNullable<Recipe['values']>): Pair[] {
    return parameters.flatMap((parameter): Pair[] => {
      const value = parameter.name in given ? given[parameter.name] : this.valueOf(parameter);
      return value === undefined ? [] : [[parameter.name, value]];
    });
  }

  private valueOf({ name, isRequired, schema }: Parameter): string | undefined {
    const { random } = this.persona;
    if (schema.format === 'binary' || !(isRequired || random.chance(OPTIONAL_PERCENT))) return undefined;
    const value = valueNamed(name, this.persona, schema) ?? textFrom(schema, random);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  private filesFor({ parameters }: Route): File[] {
    const { random } = this.persona;
    return parameters
      .filter(({ schema }) => schema.format === 'binary' && random.chance(25))
      .map(({ name }) => ({ name, bytes: random.pick(this.pictures.good) }));
  }

  /** By a Basic header or parameters; a public client has only an id. */
  private authenticate(client: CastClient, usesPost: boolean, headers: Pair[], parameters: Pair[]): void {
    const { id, secret, profile } = client;
    const mayBeExposed = usesPost || profile !== 'strict';
    if (secret !== null && !(mayBeExposed && this.persona.random.chance(40))) {
      headers.push(['Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`]);
      return;
    }
    parameters.push(['client_id', id]);
    if (secret !== null) parameters.push(['client_secret', secret]);
  }

  private body(parameters: readonly Pair[], files: readonly File[]): Content {
    const { random } = this.persona;
    const kind = files.length > 0 ? 'multipart' : random.weighted(BODY_KINDS);
    if (kind === 'form') return { kind, fields: parameters };
    if (kind === 'json') return { kind, value: Object.fromEntries(parameters) };
    const fields = parameters.map(([name, value]): Part => ({ name, value }));
    const sent = files.map(({ name, bytes }): Part => ({
      name,
      value: bytes,
      filename: 'p.png',
      type: 'image/png',
    }));
    return { kind, boundary: BOUNDARY, parts: [...fields, ...sent] };
  }
}

const BODY_KINDS = [
  [60, 'form'],
  [25, 'json'],
  [15, 'multipart'],
] as const;
