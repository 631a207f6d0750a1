#!/usr/bin/env node
// A small curl for machines without one: the options that Hearth's documentation, start-up block and console show.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const several = { type: 'string', multiple: true, default: [] };
const { values, tokens, positionals } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    user: { type: 'string', short: 'u' },
    request: { type: 'string', short: 'X' },
    header: { ...several, short: 'H' },
    data: { ...several, short: 'd' },
    'data-urlencode': several,
    'data-binary': { type: 'string' },
    form: { ...several, short: 'F' },
    cookie: { type: 'string', short: 'b' },
    'cookie-jar': { type: 'string', short: 'c' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});

const address = new URL(positionals[0].includes('://') ? positionals[0] : `http://${positionals[0]}`);
const cookies = cookiesOf(values.cookie ?? '');
const { body, type } = await content();
const headers = {
  ...(type && { 'Content-Type': type }),
  ...(body && { 'Content-Length': body.length }),
  ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
  ...(values.user && { Authorization: `Basic ${Buffer.from(values.user).toString('base64')}` }),
  ...Object.fromEntries(values.header.map((line) => line.split(/: (.*)/s).slice(0, 2))),
};

const method = values.request ?? (body ? 'POST' : 'GET');
const sent = request(address, { method, headers, agent: false }, async (answer) => {
  const parts = await answer.toArray();
  const redirect = answer.headers.location ? new URL(answer.headers.location, address).href : '';
  for (const line of answer.headers['set-cookie'] ?? []) keep(line);
  if (values['cookie-jar']) writeFileSync(values['cookie-jar'], JSON.stringify([...cookies]));
  if (values.output) writeFileSync(values.output, Buffer.concat(parts));
  else process.stdout.write(Buffer.concat(parts));
  if (values['write-out']) process.stdout.write(values['write-out'].replaceAll('%{redirect_url}', redirect));
});
sent.on('error', (cause) => {
  console.error(`curl: ${cause.message}`);
  process.exitCode = 7;
});
sent.end(body);

async function content() {
  if (values.form.length > 0) {
    const form = new FormData();
    for (const [name, value] of values.form.map((part) => part.split(/=(.*)/s))) {
      if (!value.startsWith('@')) form.set(name, value);
      else form.set(name, new Blob([readFileSync(value.slice(1))]), basename(value));
    }
    const response = new Response(form);
    return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('Content-Type') };
  }
  const binary = values['data-binary'];
  if (binary !== undefined)
    return { body: binary.startsWith('@') ? readFileSync(binary.slice(1)) : Buffer.from(binary), type: '' };
  const fields = tokens.flatMap(({ name, value }) => {
    if (name === 'data') return [value];
    return name === 'data-urlencode'
      ? [value.replace(/=(.*)/s, (_, text) => `=${encodeURIComponent(text)}`)]
      : [];
  });
  return fields.length > 0
    ? { body: Buffer.from(fields.join('&')), type: 'application/x-www-form-urlencoded' }
    : {};
}

/** -b names a file of -c, or has cookies in it. */
function cookiesOf(option) {
  if (option.includes('='))
    return new Map(option.split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  return new Map(option && existsSync(option) ? JSON.parse(readFileSync(option, 'utf8')) : []);
}

function keep(line) {
  const [name, value] = line.split(';')[0].split(/=(.*)/s);
  if (/; *(max-age=0|expires=Thu, 01 Jan 1970)/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
