// Gets a MAC token for a password and makes a signed call with it (docs/sign-people-in/authentication.md#mac).
//   npm start                                # in another terminal, once
//   npm run example:mac
import { ConfidentialClient, Grant, MemoryTokens } from 'hearth-client/server';

const { HEARTH, PRIVILEGED, MEMBER, MEMBER_PASSWORD } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');

const [clientId, clientSecret] = PRIVILEGED.split(':');
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret });
const tokens = await client.call('log2/generateaccesstokenbypassword', {
  identifier: MEMBER,
  password: MEMBER_PASSWORD,
  tokentype: 'Mac',
  deviceId: 'example',
});

const grant = new Grant(client, new MemoryTokens(tokens));
console.log(await grant.call('acc/getloggedaccount'));
