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
    throw new Failure(
      `"${text}" is not the address of a server: write it like https://hearth.example`,
      'usage',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Failure('The address of the server has no credentials, no ? and no #.', 'usage');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Failure(
      `${url.origin} is plain HTTP, where anybody on the way could read your password: use https://${url.host}`,
      'usage',
    );
  }
  return url.href.replace(/\/+$/, '');
}
