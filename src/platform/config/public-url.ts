import { normalAddress, problemWithAddress } from '../checks/address.js';
import { SettingsError } from './settings-error.js';

const EXAMPLE = 'https://accounts.example';

/**
 * The address of this server in the form that issuer, links and the origin of its pages have (D360). A path can't be part
 * of it: pages, cookies with the prefix __Host- and the signatures of MAC and DPoP begin at the root of a host (D361).
 * @throws SettingsError
 */
export function readPublicUrl(given: string): string {
  const text = normalAddress(given);
  const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';
  const problem = problemWithAddress(text, isWeb, `must be an https or http URL, such as ${EXAMPLE}`);
  if (problem !== null) throw new SettingsError(problem);
  if (/[?#]/.test(text)) throw new SettingsError('must have no query and no fragment');
  const { origin, pathname } = new URL(text);
  if (/[^/]/.test(pathname))
    throw new SettingsError(
      `must have no path: Hearth needs a host of its own, such as ${EXAMPLE} (docs/operate/runbook.md#a-host-of-its-own)`,
    );
  return origin;
}
