import { Desk } from './desk.js';
import { Visitor } from './visitor.js';
import { found, type Place, type Steps, type Walk } from './walk.js';

const PAGE = '/admin/branding';
const ASSET = /(\/assets\/brand\/[\w.-]+)/;

/** Shows, publishes and removes a client's branding, on pages and by the API. */
async function* branding(place: Place): Steps {
  const [desk, visitor] = [new Desk(place), new Visitor(place)];
  const { persona, pictures } = place;
  const clientId = persona.newName('c');
  const client = `?client=${clientId}`;
  const page = `${PAGE}${client}`;
  const [picture] = pictures.good;
  const name = { name: 'Walks' };
  yield* desk.signIn();
  yield* desk.api('POST', '/clients', { clientId, name: clientId, clientType: 'public', ruleset: 'WEB' });
  yield* desk.fill(page, PAGE, name, picture);
  yield* visitor.get(found(yield* desk.get(page), ASSET));
  yield* desk.get(`${PAGE}/preview${client}&page=sign-in`);
  yield* desk.fill(page, PAGE, { 'remove-logo': 'yes' });
  yield* desk.fill(page, `${PAGE}/discard`);
  yield* desk.fill(page, PAGE, name);
  yield* desk.fill(page, `${PAGE}/publish`);
  yield* desk.fill(`${PAGE}/remove${client}`, `${PAGE}/remove`);
  const api = '/branding';
  const image = { field: 'icon', data: picture.toString('base64') };
  yield* desk.api('PATCH', `${api}${client}`, name);
  yield* desk.api('POST', `${api}/images${client}`, image);
  yield* desk.api('DELETE', `${api}/draft${client}`);
  yield* desk.api('PATCH', `${api}${client}`, name);
  yield* desk.api('POST', `${api}/publish${client}`);
  yield* desk.api('DELETE', `${api}${client}`);
}

export const BRANDING: readonly Walk[] = [branding];
