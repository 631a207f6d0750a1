import { RealProvider } from '../../test/support/real-provider.js';
import { Cast, type Credentials } from '../cast/cast.js';
import { Furnisher } from '../cast/furnisher.js';
import type { Surroundings } from '../generate/generator.js';
import { RouteTable } from '../generate/route-table.js';
import type { Secrets } from '../oracle/leaks.js';
import type { Server } from '../servers/server.js';
import { Document, type ApiDocument } from '../surface/document.js';
import { routesOf } from '../surface/routes.js';
import { Garbage } from '../values/garbage.js';
import { redirectUri } from '../walks/providers.js';
import { makePictures } from '../values/pictures.js';
import { asker } from './ask.js';

/** Everything a run needs before its first request. */
export interface Prepared {
  readonly around: Surroundings;
  readonly cast: Cast;
  /** null where nothing may be created on the server. */
  readonly furnisher: Furnisher | null;
}

const NOBODY: Credentials = { identifier: '', password: '' };

/** Reads the server's OpenAPI document and creates the accounts and clients for requests. @throws Error */
export async function prepare(
  server: Server,
  seed: number,
  administrator: Credentials | null,
  secrets: Secrets,
): Promise<Prepared> {
  const host = `${server.address.host}:${server.address.port}`;
  const ask = asker(server, host);
  const { body } = await ask('GET', '/openapi.json', [], null);
  const described = JSON.parse(body.toString()) as ApiDocument;
  const document = new Document(described);
  const publicUrl = described.servers?.[0]?.url ?? server.url;
  const provider = server.isOwn && administrator ? await RealProvider.start([redirectUri(publicUrl)]) : null;
  const around: Surroundings = {
    table: new RouteTable(routesOf(document)),
    document,
    garbage: new Garbage(seed),
    pictures: await makePictures(),
    publicUrl,
    host,
    provider,
    walkTo: new Map(),
  };
  // The run's own server is empty; on another, an earlier run with this seed may have used the same names.
  const run = server.isOwn ? seed.toString(36) : Date.now().toString(36);
  const cast = new Cast(run, seed, administrator ?? NOBODY);
  for (const secret of cast.secrets) secrets.add(secret, 'a password or the secret of a client');
  const furnisher = administrator && new Furnisher(ask);
  await furnisher?.clients(cast);
  return { around, cast, furnisher };
}
