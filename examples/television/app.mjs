import { Grant, MemoryTokens, OAuthError, PublicClient } from 'hearth-client';
import QRCode from 'qrcode';

const { HEARTH, TELEVISION: clientId } = process.env;
const client = new PublicClient(HEARTH, { clientId }); // no secret, which could be read out of a television

const device = await client.authorizeDevice({ scope: 'account' });
const { user_code, verification_uri, verification_uri_complete, expires_in } = device;
console.log(await QRCode.toString(verification_uri_complete, { type: 'terminal', small: true }));
console.log(`Scan it, or open ${verification_uri} on a phone or computer, and enter\n\n    ${user_code}\n`);
console.log(`The code is good for ${Math.round(expires_in / 60)} minutes.`);

try {
  const grant = new Grant(client, new MemoryTokens(await client.pollDevice(device)));
  const { name, families } = await grant.call('acc/getloggedaccount');
  console.log(`Hello ${name} of ${families.map(({ familyName }) => familyName).join(' and ')}`);
} catch (error) {
  if (!(error instanceof OAuthError)) throw error;
  console.log(error.message); // the person declined, or nobody decided in time
  process.exitCode = 1;
}
