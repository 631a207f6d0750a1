// A television in a terminal: shows a QR code, waits until a person allows it on a phone, then calls the API
// (docs/sign-people-in/devices.md). `npm run example:television`, after `npm start` in another terminal.
import { Grant, MemoryTokens, OAuthError, PublicClient } from 'hearth-client';
import QRCode from 'qrcode';

const { HEARTH, TELEVISION: clientId } = process.env;
if (!HEARTH || !clientId)
  throw new Error('Start it with --env-file=data/demo.env of a first start that made a television.');

/** It names itself, and has no secret that could be taken out of a television. */
const client = new PublicClient(HEARTH, { clientId });

const device = await client.authorizeDevice({ scope: 'account' });
const { user_code, verification_uri, verification_uri_complete, expires_in } = device;
console.log(await QRCode.toString(verification_uri_complete, { type: 'terminal', small: true }));
console.log(`Scan it, or open ${verification_uri} on a phone or computer, and enter\n\n    ${user_code}\n`);
console.log(`The code is good for ${Math.round(expires_in / 60)} minutes.`);

try {
  const grant = new Grant(client, new MemoryTokens(await client.pollDevice(device)));
  const { name } = await grant.call('acc/getloggedaccount');
  console.log(`Signed in as ${name}.`);
} catch (error) {
  if (!(error instanceof OAuthError)) throw error;
  console.log(error.message); // the user declined, or nobody decided in time
  process.exitCode = 1;
}
