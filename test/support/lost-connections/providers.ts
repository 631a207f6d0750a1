import { randomBytes, randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import { ProviderAccounts } from '../../../src/oauth/providers/provider-accounts.js';
import type { Arrival } from '../../../src/oauth/providers/provider-sign-ins.js';
import { ProviderVisits } from '../../../src/oauth/providers/provider-visits.js';
import { invited } from '../invitations.js';
import { ProviderConnections } from '../../../src/oauth/providers/provider-connections.js';
import { newSession } from '../new-session.js';
import { asked, must, type Act } from './act.js';
import { newMember, type Stage } from './stage.js';

const ANY = '*';

/** A provider of its own, without a secret. @returns its id */
async function newProvider({ admin }: Stage): Promise<{ id: string; issuer: string }> {
  const id = `p-${randomUUID()}`;
  const issuer = `https://${id}.example`;
  await must(admin.send('POST', '/providers', { body: { id, name: 'P', issuer, clientId: 'hearth' } }));
  return { id, issuer };
}

/** A resource server that no other request makes. */
function newResource() {
  const id = `r-${randomUUID()}`;
  return { id, name: 'R', identifier: `https://${id}.example` };
}

/** A signer key that no other request adds. */
function newFirebaseKey() {
  return { label: 'my-project', signerKey: randomBytes(64).toString('base64') };
}

/** An account that is connected with a user there. */
async function connected(stage: Stage) {
  const provider = await newProvider(stage);
  const { id: accountId } = await newMember(stage.server);
  const body = { issuer: provider.issuer, value: 'mia' };
  const { body: linked } = await must(
    stage.admin.send('POST', `/accounts/${accountId}/external-ids`, { body }),
  );
  return { provider, accountId, identifierId: String(linked.identifierId) };
}

/** An account, and a browser that is asked whether to connect it. */
async function questioned(stage: Stage) {
  const provider = await newProvider(stage);
  const { id: accountId } = await newMember(stage.server);
  const browser = Buffer.from(randomUUID());
  const question = { step: 'back', subject: 'mia', label: 'mia' } as const;
  const token = await stage.server.get(ProviderVisits).begin(provider.id, browser, question);
  return { accountId, token, browsers: [browser] };
}

/** Changes to providers, Firebase keys and resources by administrators, and to connections by people. */
export const PROVIDERS: Readonly<Record<string, Act>> = {
  'a provider is created': ({ admin }) => {
    const id = `p-${randomUUID()}`;
    const body = { id, name: 'P', issuer: `https://${id}.example`, clientId: 'hearth', clientSecret: 's' };
    return () => admin.send('POST', '/providers', { body });
  },
  'a provider is changed': async (stage) => {
    const { id } = await newProvider(stage);
    return () => stage.admin.send('PATCH', `/providers/${id}`, { body: { name: 'Q' }, ifMatch: ANY });
  },
  'the secret for a provider': async (stage) => {
    const { id } = await newProvider(stage);
    const body = { clientSecret: 'another' };
    return () => stage.admin.send('PUT', `/providers/${id}/secret`, { body, ifMatch: ANY });
  },
  'a provider is deleted': async (stage) => {
    const { id } = await newProvider(stage);
    return () => stage.admin.send('DELETE', `/providers/${id}`, { ifMatch: ANY });
  },
  'a Firebase key is added': ({ admin }) => {
    const body = newFirebaseKey();
    return () => admin.send('POST', '/firebase-keys', { body });
  },
  'a Firebase key is deleted': async ({ admin }) => {
    const { body } = await must(admin.send('POST', '/firebase-keys', { body: newFirebaseKey() }));
    return () => admin.send('DELETE', `/firebase-keys/${String(body.id)}`, { ifMatch: ANY });
  },
  'a resource is created': ({ admin }) => {
    const body = newResource();
    return () => admin.send('POST', '/resources', { body });
  },
  'a resource is changed': async ({ admin }) => {
    const body = newResource();
    await must(admin.send('POST', '/resources', { body }));
    return () => admin.send('PATCH', `/resources/${body.id}`, { body: { name: 'Q' }, ifMatch: ANY });
  },
  'a resource is deleted': async ({ admin }) => {
    const body = newResource();
    await must(admin.send('POST', '/resources', { body }));
    return () => admin.send('DELETE', `/resources/${body.id}`, { ifMatch: ANY });
  },
  'a sign-in at a provider': async (stage) => {
    const { provider, accountId } = await connected(stage);
    const arrival = { provider, subject: 'mia' } as Arrival;
    return () => asked(() => stage.server.get(ProviderAccounts).noteSignIn(arrival, accountId, '127.0.0.1'));
  },
  'a provider is connected': async (stage) => {
    const { accountId, token, browsers } = await questioned(stage);
    const by = { accountId, address: '127.0.0.1', session: await newSession(stage.server, accountId) };
    return () => asked(() => stage.server.get(ProviderConnections).connect(token, browsers, by));
  },
  'a provider is not to be connected': async (stage) => {
    const { accountId, token, browsers } = await questioned(stage);
    const by = { accountId, address: '127.0.0.1' };
    return () => asked(() => stage.server.get(ProviderConnections).decline(token, browsers, by));
  },
  'an invitation is accepted at a provider': async (stage) => {
    const provider = await newProvider(stage);
    const { path } = await invited(stage.server);
    const arrival = { provider, subject: 'mia', label: 'mia', name: 'Mia' } as Arrival;
    const choiceOf = () => ({ locale: 'en', timeZone: null });
    const accepting = { address: '127.0.0.1', passwordHash: hashSync('some-password-8', 4), choiceOf };
    const token = path.replace('/invitation/', '');
    return () => asked(() => stage.server.get(ProviderAccounts).accept(token, arrival, accepting));
  },
  'a provider is disconnected': async (stage) => {
    const { accountId, identifierId } = await connected(stage);
    const by = { accountId, address: '127.0.0.1', session: await newSession(stage.server, accountId) };
    return () =>
      asked(() =>
        stage.server.get(ProviderConnections).disconnect(identifierId, by, () => Promise.resolve(false)),
      );
  },
};
