import { found, type Place, type Steps, type Walk } from './walk.js';
import { deskOf } from './desk.js';

const CALLBACK = 'https://walk.fuzz.test/callback';

async function* client(place: Place): Steps {
  const desk = yield* deskOf(place);
  const { persona } = place;
  const clientId = persona.newName('c');
  const name = persona.newName('Client ');
  yield* desk.fill('/admin/clients/new?kind=server', '/admin/clients/new', {
    clientId,
    name,
    redirectUrls: CALLBACK,
  });
  const page = `/admin/clients/${clientId}`;
  const api = `/clients/${clientId}`;
  yield* desk.fill(page, page, { name: persona.newName('Client ') });
  yield* desk.fill(page, `${page}/secrets`);
  const secrets = yield* desk.get(page);
  const end = found(secrets, new RegExp(`href="(${page}/secrets/\\d+/end)"`));
  yield* desk.fill(end, end);
  const id = yield* desk.told('POST', `${api}/secrets`, {}, 'id');
  yield* desk.api('DELETE', `${api}/secrets/${id}`);
  yield* desk.api('POST', `${api}/redirect-test`, { redirectUri: CALLBACK });
  yield* desk.api('GET', `${api}/call-test?call=accping`);
  yield* desk.api('GET', `${api}/trials`);
  yield* desk.api('PATCH', api, { backchannelLogoutUri: `${place.publicUrl}/logout` });
  yield* desk.api('POST', `${api}/logout-test`);
  yield* desk.fill(page, /\/logout-test$/);
  yield* desk.api('GET', api);
  yield* desk.fill(page, `${page}/state`);
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* clientByApi(place: Place): Steps {
  const desk = yield* deskOf(place);
  const clientId = place.persona.newName('c');
  const value = { clientId, name: clientId, clientType: 'confidential', ruleset: 'WEB', redirectUrls: [] };
  yield* desk.api('POST', '/clients', value);
  yield* desk.api('DELETE', `/clients/${clientId}`);
}

async function* ruleset(place: Place): Steps {
  const desk = yield* deskOf(place);
  const name = place.persona.newName('R').toUpperCase();
  const page = `/admin/rulesets/${name}`;
  yield* desk.fill('/admin/rulesets/new', '/admin/rulesets/new', { name, rules: 'acc*' });
  yield* desk.fill(page, page, { rules: 'acc*\n!accping' });
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* rulesetByApi(place: Place): Steps {
  const desk = yield* deskOf(place);
  const name = place.persona.newName('R').toUpperCase();
  yield* desk.api('POST', '/rulesets', { name, rules: ['acc*'] });
  yield* desk.api('GET', `/rulesets/${name}`);
  yield* desk.api('PATCH', `/rulesets/${name}`, { rules: ['prov*'] });
  yield* desk.api('DELETE', `/rulesets/${name}`);
}

function resourceOf({ persona }: Place) {
  const id = persona.newName('r').toLowerCase();
  return { id, identifier: `https://${id}.fuzz.test/api`, name: persona.newName('Resource ') };
}

async function* resource(place: Place): Steps {
  const desk = yield* deskOf(place);
  const value = resourceOf(place);
  const page = `/admin/resources/${value.id}`;
  yield* desk.fill('/admin/resources/new', '/admin/resources/new', {
    ...value,
    scopes: 'notes.read read notes',
  });
  yield* desk.fill(page, page, { name: place.persona.newName('Resource ') });
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* resourceByApi(place: Place): Steps {
  const desk = yield* deskOf(place);
  const value = resourceOf(place);
  const api = `/resources/${value.id}`;
  yield* desk.api('POST', '/resources', { ...value, scopes: ['notes.read read notes'], clients: ['*'] });
  yield* desk.api('GET', api);
  yield* desk.api('PATCH', api, { tokenFormat: 'jwt' });
  yield* desk.api('DELETE', api);
}

async function* firebaseKey(place: Place): Steps {
  const desk = yield* deskOf(place);
  const { persona } = place;
  const signerKey = Buffer.alloc(64, persona.newName('k')).toString('base64');
  const id = yield* desk.told('POST', '/firebase-keys', { label: 'my-project', signerKey }, 'id');
  yield* desk.api('GET', `/firebase-keys/${id}`);
  yield* desk.api('DELETE', `/firebase-keys/${id}`);
}

/** The receiver is a page of the server that answers any POST. */
async function* webhook(place: Place): Steps {
  const desk = yield* deskOf(place);
  const clientId = place.persona.cast.clients.partner.id;
  const url = `${place.publicUrl}/logout`;
  const created = yield* desk.fill('/admin/webhooks/new', '/admin/webhooks/new', {
    clientId,
    url,
    events: '*',
  });
  const id = found(created, /\/admin\/webhooks\/([\w-]{10,})/);
  const [page, api] = [`/admin/webhooks/${id}`, `/webhooks/${id}`];
  yield* desk.fill(page, page, { description: 'Another' });
  yield* desk.fill(page, `${page}/secret`);
  yield* desk.fill(page, /\/test$/);
  const delivery = yield* desk.delivered(id);
  yield* desk.api('GET', `${api}/deliveries/${delivery}`);
  yield* desk.api('POST', `${api}/deliveries/${delivery}/replay`);
  yield* desk.delivered(id);
  yield* desk.fill(`${page}/deliveries/${delivery}`, /\/replay$/);
  yield* desk.post(`${page}/replay`);
  yield* desk.fill(page, `${page}/state`);
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

async function* webhookByApi(place: Place): Steps {
  const desk = yield* deskOf(place);
  const clientId = place.persona.cast.clients.partner.id;
  const value = { clientId, url: `${place.publicUrl}/logout`, events: ['*'] };
  const id = yield* desk.told('POST', '/webhooks', value, 'id');
  yield* desk.api('GET', `/webhooks/${id}`);
  yield* desk.api('POST', `/webhooks/${id}/test`);
  yield* desk.api('POST', `/webhooks/${id}/replay`);
  yield* desk.api('POST', `/webhooks/${id}/secret`);
  yield* desk.api('PATCH', `/webhooks/${id}`, { isEnabled: false });
  yield* desk.api('DELETE', `/webhooks/${id}`);
}

async function* family(place: Place): Steps {
  const desk = yield* deskOf(place);
  const { persona } = place;
  const name = persona.newName('Family ');
  const { accountId } = persona.takeUser();
  const email = (): string => `${persona.newName('guest')}@new.fuzz.test`;
  const familyId = yield* desk.told('POST', '/families', { name }, 'familyId');
  const [page, api] = [`/admin/families/${familyId}`, `/families/${familyId}`];
  yield* desk.api('GET', api);
  const empty = yield* desk.told('POST', '/families', { name: persona.newName('Family ') }, 'familyId');
  yield* desk.api('DELETE', `/families/${empty}`);
  yield* desk.fill('/admin/families/new', '/admin/families/new', { name: persona.newName('Family ') });
  yield* desk.fill(page, page, { name });
  yield* desk.fill(page, `${page}/members`, { account: accountId });
  yield* desk.fill(page, `${page}/members/${accountId}/remove`);
  const { accountId: founder } = persona.takeUser();
  yield* desk.api('PUT', `${api}/members/${founder}`, { accountType: 2 });
  yield* desk.api('PUT', `${api}/members/${accountId}`, { accountType: 0 });
  yield* desk.fill(page, `${page}/hand-over`, { accountId });
  yield* desk.api('POST', `${api}/hand-over`, { accountId: founder });
  yield* desk.fill(page, `${page}/picture`, {}, place.pictures.good[0]);
  yield* desk.fill(page, `${page}/picture/remove`);
  yield* desk.api('PUT', `${api}/picture`, { data: place.pictures.good[0].toString('base64') });
  yield* desk.api('DELETE', `${api}/picture`);
  yield* desk.api('DELETE', `${api}/members/${accountId}`);
  yield* desk.api('DELETE', `${api}/members/${founder}`);
  yield* desk.fill(page, `${page}/invitations`, { email: email(), name: 'Guest' });
  yield* desk.submit(yield* desk.get(page), /\/withdraw$/);
  yield* desk.api('POST', `${api}/invitations`, { email: email(), name: 'Guest', accountType: 0 });
  const invitationId = yield* desk.first(`${api}/invitations`, 'invitationId');
  yield* desk.api('DELETE', `${api}/invitations/${invitationId}`);
  yield* desk.api('PUT', `${api}/members/${accountId}`, { accountType: 0 });
  yield* desk.api('DELETE', `${api}/members/${accountId}`);
  yield* desk.fill(`${page}/delete`, `${page}/delete`);
}

export const CONSOLE_RECORDS: readonly Walk[] = [
  client,
  clientByApi,
  ruleset,
  rulesetByApi,
  resource,
  resourceByApi,
  firebaseKey,
  webhook,
  webhookByApi,
  family,
];
