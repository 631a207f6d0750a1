import { Failure } from './failure.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The server's URL without a trailing slash. Every request carries a secret, so plain HTTP is allowed only to this
 * machine.
 * @throws Failure usage
 */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure(`"${text}" is not a server URL. Use one such as https://hearth.example`, 'usage');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Failure('The server URL must not have credentials, ? or #.', 'usage');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Failure(
      `${url.origin} uses plain HTTP, where others on the network could read your password. Use https://${url.host}`,
      'usage',
    );
  }
  return url.href.replace(/\/+$/, '');
}
