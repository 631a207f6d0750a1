import type { TestServer } from './start-app.js';

/** Sends a file by the console's form: to preview it, or to import it. */
export async function sendConfiguration(
  server: TestServer,
  cookie: string,
  text: string | Buffer,
  action = 'preview',
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.append('file', new Blob([text as string]), 'export.json');
  const headers = { Cookie: cookie, Accept: 'text/html' };
  const options = { method: 'POST', headers, body: form, redirect: 'manual' } as const;
  const answer = await fetch(`${server.url}/admin/configuration/${action}`, options);
  return { status: answer.status, text: await answer.text() };
}
