import type { ExampleRequest } from './request.js';
import { FILE } from './sample.js';

/** The request for a shell: `$CLIENT` is client_id:client_secret, `$TOKEN` an access token. */
export function curlOf(request: ExampleRequest, server: string): string {
  const { method, path, proof, headers, body } = request;
  const options = [
    ...(proof === 'client' ? ['-u "$CLIENT"'] : []),
    ...(proof === 'token' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOptions(body),
  ];
  const implied = body === null ? 'GET' : 'POST';
  const start = method === implied ? 'curl' : `curl -X ${method}`;
  return [start, ...options, quoted(server + path)].join(' \\\n  ').replace(' \\\n  ', ' ');
}

function bodyOptions(body: ExampleRequest['body']): string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
      return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body.value))}`];
    case 'text':
      return [`-H ${quoted(`Content-Type: ${body.type}`)}`, `--data-binary ${quoted(body.text)}`];
    case 'form':
      return Object.entries(body.fields).map(([name, value]) =>
        isPlain(value)
          ? `-d ${quoted(`${name}=${value}`)}`
          : `--data-urlencode ${quoted(`${name}=${value}`)}`,
      );
    case 'multipart':
      return Object.entries(body.fields).map(([name, value]) =>
        value.startsWith(FILE)
          ? `-F ${quoted(`${name}=${value}`)}`
          : `--form-string ${quoted(`${name}=${value}`)}`,
      );
  }
}

/** Whether a value is unchanged by form encoding. */
function isPlain(value: string): boolean {
  return /^[\w.~@-]*$/.test(value);
}

/** Quotes a text as one word of a shell. */
function quoted(text: string): string {
  return /^[\w.,:/=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
