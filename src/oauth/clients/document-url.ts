import { parseUrl } from '../../platform/checks/address.js';
import type { UnregisteredClients } from '../../platform/config/parsed-settings.js';

/** As long as any client_id may be. */
const LONGEST = 255;

/** Whether a client_id is the URL of a document; those of registered clients have no colon (D425). */
export function isDocumentUrl(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/**
 * The problem with the URL of a document, or null (draft-ietf-oauth-client-id-metadata-document §3, D425): in normal form, so
 * that each document has one URL, and with a path that names it.
 */
export function problemWithDocumentUrl(text: string): string | null {
  const url = parseUrl(text);
  if (!url || !/^[!-~]+$/.test(text) || text.length > LONGEST)
    return `must be an https URL of at most ${LONGEST} ASCII characters`;
  if (url.username !== '' || url.password !== '') return 'must not have userinfo (user:password@)';
  if (text.includes('#')) return 'must not have a fragment (#…)';
  if (text.includes('?')) return 'must not have a query';
  if (/\/(\.|%2e){1,2}(?=\/|$)/i.test(text)) return 'must not have dot segments (/../)';
  if (url.pathname === '/') return 'must have a path';
  return url.protocol !== 'https:' || url.href !== text ? 'must be an https URL in normal form' : null;
}

/** The host of a document as it is listed and shown: in ASCII (xn--…), with its port if it has one. */
export function hostOfDocument(clientId: string): string {
  return new URL(clientId).host;
}

/** Whether the operator lets applications of this host come unregistered. */
export function isWelcome(setting: UnregisteredClients, host: string): boolean {
  return setting === 'on' || isListed(setting, host);
}

/** Whether the operator named this very host. */
export function isListed(setting: UnregisteredClients, host: string): boolean {
  return typeof setting !== 'string' && setting.includes(host);
}
