import { LOGO_CID } from '../../identity/notifications/mail-sheet.js';
import { renderMail } from '../../identity/notifications/message-texts.js';
import { consentPage, signInPage } from '../../oauth/authorize/challenge.page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { imageAddress, type Look } from '../../platform/pages/look.js';

/** The pages and mails that can be previewed. */
export const PREVIEWS = [
  { key: 'sign-in', name: 'Sign-in page' },
  { key: 'consent', name: 'Consent page' },
  { key: 'mail', name: 'Mail' },
] as const;

export type Preview = (typeof PREVIEWS)[number]['key'];

const NOWHERE = '#';
const READER: Reader = { language: 'en', timeZone: 'UTC', path: '/' };
const PERSON = 'Mia Example';
const MAIL = { id: '0', type: 'Email', value: 'mia@example.com', validated: 'true' };

/** The pages as they are, with made-up people; nothing on them leads anywhere, and nothing runs. */
export function previewOf(...of: Parameters<typeof pageOf>): string {
  return pageOf(...of).replaceAll(/<script [^>]*><\/script>|<noscript>.*?<\/noscript>/gs, '');
}

function pageOf(preview: Preview, look: Look, { client, site }: { client: string; site: string }): string {
  if (preview === 'sign-in')
    return signInPage(READER, { action: NOWHERE, clientName: client, cancel: null, identifier: '', look });
  if (preview === 'consent')
    return consentPage(READER, {
      ...{ action: NOWHERE, switchPath: NOWHERE, clientName: client, homepageUrl: null, look },
      ...{
        destination: new URL(site).host,
        account: { accountId: '0', name: PERSON, identifiers: [MAIL] },
        scopes: ['profile', 'email'],
      },
    });
  const payload = {
    link: `${site}/invitation/preview`,
    name: PERSON,
    familyName: 'The Examples',
    clientName: client,
  };
  const { html } = renderMail('invitation', 'en', payload, { look, site });
  return html.replace(`cid:${LOGO_CID}`, look.logo === null ? '' : imageAddress(look.logo));
}
