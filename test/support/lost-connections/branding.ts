import { randomUUID } from 'node:crypto';
import type { Act } from './act.js';
import type { Stage } from './stage.js';

const ANY = '*';
const PIXEL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#1b5799"/></svg>';

/** The branding of a client of its own, which has a draft if one is asked for. */
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
