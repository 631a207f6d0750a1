import { normalAddress, problemWithAddress } from '../checks/address.js';
import { parsed, type Settings } from './setting.js';
import { SettingsError } from './settings-error.js';

const CONTACT = 'must list mailto:, https: or tel: addresses, such as mailto:security@family.example';
const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;

/** What `/.well-known/security.txt` says (RFC 9116, D364). */
export const SECURITY_SETTINGS = {
  securityContact: parsed({
    name: 'SECURITY_CONTACT',
    about:
      'Whom to tell of a vulnerability: mailto:, https: or tel: addresses, separated by commas, the preferred one first. Not set: there is no /.well-known/security.txt, since it must name one.',
    example: 'mailto:security@family.example',
    read: readContacts,
    unset: [] as readonly string[],
  }),
  securityLanguages: parsed({
    name: 'SECURITY_LANGUAGES',
    about: 'Languages that whoever is at SECURITY_CONTACT reads, separated by commas.',
    initial: 'en',
    read: readLanguages,
    unset: ['en'] as readonly string[],
  }),
} satisfies Settings;

function readContacts(text: string): readonly string[] {
  return partsOf(text).map((part) => {
    const problem = problemWithAddress(part, isContact, CONTACT);
    if (problem !== null) throw new SettingsError(`${problem}; "${part}" is none`);
    return normalAddress(part);
  });
}

function isContact(url: URL): boolean {
  if (url.protocol === 'mailto:') return /^[^@\s]+@[^@\s]+$/.test(url.pathname);
  return url.protocol === 'tel:' ? /^\+?[\d().-]+$/.test(url.pathname) : url.protocol === 'https:';
}

function readLanguages(text: string): readonly string[] {
  const wrong = partsOf(text).find((part) => !LANGUAGE.test(part));
  if (wrong === undefined) return partsOf(text);
  throw new SettingsError(`must list languages, such as "en, de"; "${wrong}" is none`);
}

function partsOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
