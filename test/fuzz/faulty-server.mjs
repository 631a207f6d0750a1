// A server that answers as Hearth does, but for one fault, which FAULT names. It writes the same log.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT, FAULT } = process.env;
const SECRET = 'tell-nobody-0123456789abcdefghij';
const kept = [];

const callError = (name, status) => ({
  a01: { ex: { name, type: 'Un', value: String(status), message: 'Not so.' }, cn: 'x' },
});
const problem = (status, detail, requestId) => ({
  type: 'about:blank',
  title: 'x',
  status,
  detail,
  requestId,
});
const schema = (required) => ({ type: 'object', required });
const DOCUMENT = {
  servers: [{ url: `http://127.0.0.1:${PORT}` }],
  paths: {},
  components: {
    schemas: {
      CallError: schema(['a01']),
      OAuthError: schema(['error']),
      Problem: schema(['type', 'title', 'status', 'detail', 'requestId']),
    },
  },
};

/** What is wrong, by the name of the fault; null where the answer is a good one. */
const FAULTS = {
  none: () => null,
  status: ({ path }) => path === '/token' && answer(500, { error: 'server_error' }),
  'busy without a time': ({ path }) => path === '/token' && answer(503, { error: 'temporarily_unavailable' }),
  stack: ({ path }) =>
    path === '/token' && answer(400, { error: 'x', error_description: new Error('x').stack }),
  sql: ({ path }) =>
    path === '/token' &&
    answer(400, { error: 'duplicate key value violates unique constraint "account_pk"' }),
  secret: ({ path }) =>
    path === '/token'
      ? answer(200, { access_token: SECRET })
      : path === '/introspect' && answer(400, { error: `not ${SECRET}` }),
  'secret in the log': ({ path }) => {
    if (path === '/introspect') console.log(JSON.stringify({ level: 30, msg: `asked for ${SECRET}` }));
    return path === '/token' && answer(200, { access_token: SECRET });
  },
  form: ({ path }) => path === '/token' && answer(400, { message: 'no OAuth error' }),
  silent: ({ path }) => path === '/token' && { status: 0 },
  slow: ({ path }) => path === '/token' && { ...answer(400, { error: 'x' }), ms: 2500 },
  'slow once': ({ path }) =>
    path === '/token' && kept.push(path) === 1 && { ...answer(400, { error: 'x' }), ms: 2500 },
  ended: ({ path }) => path === '/token' && process.exit(3),
  memory: ({ path }) => {
    if (path.startsWith('/api')) kept.push(Buffer.alloc(150_000, 'x').toString('latin1'));
    return null;
  },
  complaint: ({ path }) => {
    if (path === '/token') console.error('(node) Warning: something leaks');
    return null;
  },
};

function answer(status, body, headers = {}) {
  return { status, body, headers };
}

function good(path, requestId) {
  if (path === '/openapi.json') return answer(200, DOCUMENT);
  if (path.startsWith('/health')) return answer(200, { status: 'up' });
  if (path.startsWith('/api')) return answer(509, callError('FizApiKeyInsufficientRightsException', 509));
  if (/^\/(token|revoke|introspect|userinfo)$/.test(path)) return answer(401, { error: 'invalid_client' });
  if (path === '/jwks') return answer(503, problem(503, 'Later.', requestId), { 'Retry-After': '5' });
  return answer(404, problem(404, 'Nothing.', requestId));
}

function respond(request, response) {
  const requestId = randomUUID();
  const [path] = request.url.split('?');
  request.resume();
  request.on('error', () => undefined);
  const { status, body, headers, ms = 1 } = FAULTS[FAULT]({ path }) || good(path, requestId);
  if (status === 0) return; // never
  const type = body.detail === undefined ? 'application/json' : 'application/problem+json';
  const text = JSON.stringify(body);
  const all = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), 'X-Request-Id': requestId };
  response.writeHead(status, { ...all, ...headers });
  response.end(text);
  console.log(JSON.stringify({ level: 30, requestId, call: 'x', status, outcome: 'x', ms }));
}

const server = createServer(respond);
server.on('clientError', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
