import { HearthError } from './errors.js';

/** Without TLS only on the machine itself: secrets would be sent before Hearth could refuse them. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The issuer identifier of the Hearth at an address: without a slash at the end.
 * @throws HearthError it is none, or secrets would travel to it in the clear
 */
export function issuerAt(address: string, allowsHttp: boolean): string {
  const { origin, pathname, protocol, hostname, href } = parsed(address);
  const issuer = origin + pathname.replace(/\/+$/, '');
  if (href.replace(/\/+$/, '') !== issuer || !/^https?:$/.test(protocol))
    throw wrong('is a URL without credentials, query and fragment');
  if (protocol === 'http:' && !LOOPBACK.test(hostname) && !allowsHttp)
    throw wrong('begins with https:, unless allowInsecureHttp says that the network is trusted');
  return issuer;
}

function parsed(address: string): URL {
  try {
    return new URL(address);
  } catch {
    throw wrong('is a URL');
  }
}

/** Without the address itself, which may have credentials in it. */
function wrong(rule: string): HearthError {
  return new HearthError(`The address of Hearth ${rule}: https://accounts.example`, { status: 0 });
}
