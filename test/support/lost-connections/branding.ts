import { randomUUID } from 'node:crypto';
import { request } from '../http.js';
import type { Act } from './act.js';
import type { Stage } from './stage.js';

const ANY = '*';
const PIXEL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#1b5799"/></svg>';

/** The form of the console with a name and an image. */
function savedForm(client: string): string {
  const part = (name: string, value: string, more = ''): string =>
    `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const fields = Object.entries({ client, etag: ANY, name: 'Shop' }).map(([name, value]) =>
    part(name, value),
  );
  return `${fields.join('')}${part('icon', PIXEL, '; filename="i.svg"')}--B--\r\n`;
}

/** The branding of a client of its own, with a draft on request. */
async function brandingOf({ admin }: Stage, hasDraft: boolean): Promise<(step: string) => string> {
  const clientId = `client-${randomUUID()}`;
  const body = { clientId, name: 'C', ruleset: 'WEB', clientType: 'confidential' };
  const path = (step: string): string => `/branding${step}?client=${clientId}`;
  await admin.send('POST', '/clients', { body });
  if (hasDraft) await admin.send('PATCH', path(''), { body: { name: 'Draft' }, ifMatch: ANY });
  return path;
}

export const BRANDING: Readonly<Record<string, Act>> = {
  'an image of a branding': ({ admin }) => {
    const body = { field: 'icon', data: Buffer.from(PIXEL).toString('base64') };
    return () => admin.send('POST', '/branding/images', { body });
  },
  'a branding is drafted': async (stage) => {
    const path = await brandingOf(stage, false);
    return () => stage.admin.send('PATCH', path(''), { body: { name: 'Shop' }, ifMatch: ANY });
  },
  'a branding is drafted with an image, in the console': async (stage) => {
    const client =
      new URLSearchParams((await brandingOf(stage, false))('').split('?')[1]).get('client') ?? '';
    const headers = {
      Cookie: await stage.admin.consoleCookie(),
      Accept: 'text/html',
      'Content-Type': 'multipart/form-data; boundary=B',
    };
    return () => request(stage.server, { path: '/admin/branding', headers, body: savedForm(client) });
  },
  'a branding is published': async (stage) => {
    const path = await brandingOf(stage, true);
    return () => stage.admin.send('POST', path('/publish'), { ifMatch: ANY });
  },
  'a draft is discarded': async (stage) => {
    const path = await brandingOf(stage, true);
    return () => stage.admin.send('DELETE', path('/draft'), { ifMatch: ANY });
  },
  'a branding is removed': async (stage) => {
    const path = await brandingOf(stage, true);
    return () => stage.admin.send('DELETE', path(''), { ifMatch: ANY });
  },
};
