// A television in a terminal: shows a QR code, waits until somebody allows it on a phone, then calls the API
// (docs/devices.md). `npm run example:television`, after `npm start` in another terminal.
import { setTimeout as sleep } from 'node:timers/promises';
import QRCode from 'qrcode';

const { HEARTH, TELEVISION: client_id } = process.env;
if (!HEARTH || !client_id)
  throw new Error('Start it with --env-file=data/demo.env of a first start that made a television.');
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A public client: it names itself, and has no secret that could be taken out of a television. */
async function send(path, form) {
  const response = await fetch(HEARTH + path, {
    method: 'POST',
    body: new URLSearchParams({ client_id, ...form }),
  });
  return { status: response.status, body: await response.json() };
}

const asked = await send('/device_authorization', { scope: 'account' });
if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } =
  asked.body;

console.log(await QRCode.toString(verification_uri_complete, { type: 'terminal', small: true }));
console.log(`Scan it, or open ${verification_uri} on a phone or computer, and enter\n\n    ${user_code}\n`);
console.log(`The code is good for ${Math.round(expires_in / 60)} minutes.`);

const tokens = await poll(interval);
if (tokens) {
  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  const { a01 } = await (await fetch(`${HEARTH}/api/acc/getloggedaccount`, { headers })).json();
  console.log(`Signed in as ${a01.r.r.name}.`);
}

/** Asks again and again, as often as the server allows (RFC 8628 §3.5); null: there are no tokens, and it said why. */
async function poll(seconds) {
  for (;;) {
    await sleep(seconds * 1000);
    const { status, body } = await send('/token', { grant_type: GRANT, device_code }).catch(() => ({
      status: 0,
      body: {},
    }));
    if (status === 200) return body;
    if (body.error === 'slow_down') seconds += 5;
    else if (status === 0 || status >= 500)
      seconds *= 2; // nobody is there: ask less and less often
    else if (body.error !== 'authorization_pending') {
      console.log(body.error_description ?? body.error);
      process.exitCode = 1;
      return null;
    }
  }
}
