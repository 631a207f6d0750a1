// The container's HEALTHCHECK: whether the server in it is alive. The image has no curl.
import http from 'node:http';
import https from 'node:https';

const { get } = process.env.TLS_CERT ? https : http;
const asked = get({
  host: '127.0.0.1',
  port: process.env.PORT ?? 3000,
  path: '/health/live',
  timeout: 2000,
  rejectUnauthorized: false, // the certificate is for the public name, and this is the same machine
});
asked.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('timeout', () => process.exit(1));
asked.on('error', () => process.exit(1));
