import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/platform/config/load-config.js';
import { readDemoCredentials } from '../src/provisioning/bootstrap/demo-data.js';
import { thirdPartyTour } from './tour-third-party.js';
import { basic, fail, heading, isAccount, isError, sign, step } from './tour-steps.js';

const HELP = `npm run tour [-- --url URL]

Walks through Hearth's main job against a running server with the demo data ("npm start"), and shows each request
and answer with its secrets shortened. Ends with code 1 when a step is not as documented.

  --url URL   where the server listens (default: as demo.env in the data folder says)
  --help      show this help
`;

const { values: options } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean' } } });

if (options.help) process.stdout.write(HELP);
else await tour();

async function tour(): Promise<void> {
  const config = loadConfig();
  const demo = readDemoCredentials(config.dataDir);
  if (!demo)
    fail(
      `There is no demo data in ${config.dataDir}: start the server once with "npm start" on an empty database.`,
    );
  const base = (options.url ?? demo.url).replace(/\/$/, '');
  const { clients, administrator, member } = demo;
  const app = basic(clients.privileged);
  const byPassword = {
    a01identifier: administrator.identifier,
    a01password: administrator.password,
    a01deviceId: 'tour',
  };
  const passwordCall = '/api?a01call=log2generateaccesstokenbypassword';
  const me = '/api/acc/getloggedaccount';

  heading('A privileged client exchanges a password for tokens, and calls with them');
  const bearer = await step(base, {
    title: 'A Bearer token for a password',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Bearer' },
    headers: app,
    status: 200,
    expect: ({ json }) => String(json.token_type) === 'Bearer' && !('mac_key' in json),
  });
  await step(base, {
    title: 'A call with it',
    path: me,
    headers: { Authorization: `Bearer ${bearer.json.access_token}` },
    status: 200,
    expect: isAccount,
  });
  const mac = await step(base, {
    title: 'A MAC token for a password',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Mac' },
    headers: app,
    status: 200,
    expect: ({ json }) => String(json.token_type) === 'mac' && json.mac_key.length > 0,
  });
  const signed = sign(`${base}${me}`, mac.json.access_token, mac.json.mac_key);
  await step(base, { title: 'A signed call', path: me, headers: signed, status: 200, expect: isAccount });
  await step(base, {
    title: 'The same request again: its nonce is used',
    path: me,
    headers: signed,
    status: 401,
  });

  heading('Refresh');
  const refreshForm = { grant_type: 'refresh_token', refresh_token: bearer.json.refresh_token };
  const renewed = await step(base, {
    title: 'A new access token; the refresh token stays',
    path: '/token',
    form: refreshForm,
    headers: app,
    status: 200,
    expect: ({ json }) => json.refresh_token === bearer.json.refresh_token,
  });
  await step(base, {
    title: 'A call with the new token',
    path: me,
    headers: { Authorization: `Bearer ${renewed.json.access_token}` },
    status: 200,
    expect: isAccount,
  });
  await step(base, {
    title: 'Ending the grant',
    path: '/revoke',
    form: { token: renewed.json.refresh_token },
    headers: app,
    status: 200,
  });
  await step(base, {
    title: 'Its tokens are refused at once',
    path: me,
    headers: { Authorization: `Bearer ${renewed.json.access_token}` },
    status: 401,
    expect: ({ headers }) => headers.get('www-authenticate')?.includes('invalid_token') === true,
  });

  heading('A legacy client with a session');
  const signIn = await step(base, {
    title: 'log2in',
    path: '/api/log2/in',
    form: { identifier: member.identifier, password: member.password },
    status: 200,
  });
  const cookie = { Cookie: (signIn.headers.get('set-cookie') ?? '').split(';')[0] };
  await step(base, {
    title: 'A call with the cookie alone',
    path: me,
    headers: cookie,
    status: 200,
    expect: isAccount,
  });
  await step(base, { title: 'log2out', path: '/api/log2/out', method: 'POST', headers: cookie, status: 200 });
  await step(base, {
    title: 'The session is over',
    path: me,
    headers: cookie,
    status: 501,
    expect: isError('FizAccountNotFoundInSessionException'),
  });

  heading("A partner's back end, and what is refused");
  await step(base, {
    title: 'A token for the client itself',
    path: '/token',
    form: { grant_type: 'client_credentials' },
    headers: basic(clients.provisioning),
    status: 200,
    expect: ({ json }) => !('refresh_token' in json),
  });
  await step(base, {
    title: 'A client that is not privileged may not send passwords',
    path: passwordCall,
    form: { ...byPassword, a01tokentype: 'Bearer' },
    headers: basic(clients.thirdParty),
    status: 509,
    expect: isError('FizApiKeyInsufficientRightsException'),
  });
  await step(base, {
    title: 'Without credentials: the answer names both ways to authenticate',
    path: me,
    status: 401,
  });
  await thirdPartyTour(base, clients.thirdParty, member);
  await provisioningTour(base, basic(clients.provisioning));
  process.stdout.write('\nEvery step was as documented.\n');
}

/** Deletes whatever it creates, so that the tour can be repeated. */
async function provisioningTour(base: string, partner: Record<string, string>): Promise<void> {
  heading('A partner provisions a family');
  const prov = async (
    operation: string,
    title: string,
    form: Record<string, string>,
    status = 200,
  ): Promise<string> => {
    const { json } = await step(base, {
      title,
      path: `/api/prov/${operation}`,
      form,
      headers: partner,
      status,
    });
    const result = json.a01?.r?.r;
    return typeof result === 'string' ? result : '';
  };
  const identifier = `tour-${randomBytes(4).toString('hex')}@demo.example`;
  const familyId = await prov('createfamily', 'A family, Premium', {
    FamilyName: 'The Tour family',
    Premium_Type: '1',
  });
  const account = {
    familyId,
    Type: 'Email',
    Identifier: identifier,
    UserName: 'Tina',
    UserCountryCode: 'FR',
    Locale: 'fr',
  };
  const accountId = await prov('createaccount', 'Its founder, who is invited by e-mail', {
    ...account,
    AccountType: '2',
  });
  await prov('createaccount', 'The same identifier again', account, 409);
  await prov('search', 'Found by the identifier', { identifier });
  await prov('getaccount', 'The account information', { accountId });
  await prov('deletefamily', 'A family with members can’t be deleted', { familyId }, 409);
  await prov('deleteaccount', 'The account is deleted', { accountId });
  await prov('getaccount', 'It no longer exists', { accountId }, 507);
  await prov('deletefamily', 'Now the family can be deleted too', { familyId });
}
