import type { ExampleRequest } from './request.js';
import { FILE } from './sample.js';

/** The request in TypeScript, for Node or a browser's back end: `token`, or `client` as client_id:client_secret. */
export function fetchOf(request: ExampleRequest, server: string, answersJson: boolean): string {
  const { method, path, body } = request;
  const headers = headersOf(request);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((line) => `    ${line},`), '  },']),
    ...(body === null || body.kind === 'multipart' ? [] : [`  body: ${literalOf(body)},`]),
    ...(body?.kind === 'multipart' ? ['  body: form,'] : []),
  ];
  const address = quoted(server + path);
  const call = options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${options.join('\n')}\n})`;
  return [
    ...(body?.kind === 'multipart' ? formLines(body.fields) : []),
    `const response = await ${call};`,
    ...(answersJson
      ? ['if (!response.ok) throw new Error(await response.text());', 'const answer = await response.json();']
      : []),
  ].join('\n');
}

function headersOf({ proof, headers, body }: ExampleRequest): string[] {
  const type = body?.kind === 'json' ? 'application/json' : body?.kind === 'text' ? body.type : null;
  return [
    ...(proof === 'token' ? ['Authorization: `Bearer ${token}`'] : []),
    ...(proof === 'client' ? ['Authorization: `Basic ${btoa(client)}`'] : []),
    ...Object.entries(headers).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
    ...(type === null ? [] : [`'Content-Type': ${quoted(type)}`]),
  ];
}

function literalOf(body: Exclude<ExampleRequest['body'], null | { readonly kind: 'multipart' }>): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${indented(objectOf(body.value))})`;
    case 'text':
      return quoted(body.text);
    default:
      return `new URLSearchParams(${indented(objectOf(body.fields))})`;
  }
}

function formLines(fields: Readonly<Record<string, string>>): string[] {
  return [
    ...(Object.values(fields).some(isFile) ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    'const form = new FormData();',
    ...Object.entries(fields).map(([name, value]) =>
      isFile(value)
        ? `form.append(${quoted(name)}, await openAsBlob(${quoted(value.slice(1))}), ${quoted(value.slice(1))});`
        : `form.append(${quoted(name)}, ${quoted(value)});`,
    ),
  ];
}

function isFile(value: string): boolean {
  return value.startsWith(FILE);
}

/** Prints an object as a developer would: names without quotes, texts in single quotes. */
function objectOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((one) => objectOf(one, indent)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${deeper}${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${objectOf(member, deeper)},`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
