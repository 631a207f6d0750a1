// Receives webhooks (docs/provision/webhooks.md): verifies them, and tells what is new from what came before. No dependencies:
//   WEBHOOK_SECRET=whsec_… npm run example:webhooks
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET, PORT = '4002' } = process.env;
if (!WEBHOOK_SECRET?.startsWith('whsec_'))
  throw new Error('Set WEBHOOK_SECRET to the signing secret that was shown when the webhook was made.');
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
const known = new Set(); // in a database, for as long as Hearth may repeat
const newest = new Map(); // the highest number of each subject

/** Whether Hearth sent it just now: one of its signatures is right. */
function isFromHearth(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false;
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
  return signatures
    .split(' ')
    .map((text) => Buffer.from(text))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString(); // as it came, not parsed and written again
  if (!isFromHearth(request.headers, body)) return response.writeHead(401).end('not signed by Hearth\n');
  response.writeHead(204).end(); // first: the work may take longer than Hearth waits
  const id = request.headers['webhook-id'];
  if (known.has(id)) return;
  known.add(id);
  const { type, subject, sequence, data } = JSON.parse(body);
  const isLate = sequence < (newest.get(subject) ?? 0);
  if (!isLate) newest.set(subject, sequence);
  console.log(`${subject} ${sequence}: ${type} ${JSON.stringify(data)}${isLate ? ' (came late)' : ''}`);
});
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`Receiving at http://127.0.0.1:${server.address().port}`),
);
