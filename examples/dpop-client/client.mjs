// Binds a token to a key and calls with it (docs/sign-people-in/dpop.md).
//   npm start                                # in another terminal, once
//   npm run example:dpop
import { ConfidentialClient, Grant, MemoryTokens, newDpopKey } from 'hearth-client/server';

const { HEARTH, PRIVILEGED, MEMBER: username, MEMBER_PASSWORD: password } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');

const [clientId, clientSecret] = PRIVILEGED.split(':');
const dpop = await newDpopKey(); // kept for as long as the tokens
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret, dpop });
const tokens = await client.tokens({ grant_type: 'password', username, password });

const grant = new Grant(client, new MemoryTokens(tokens));
console.log(await grant.call('acc/getloggedaccount'));
