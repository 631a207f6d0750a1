import { normalAddress, parseUrl } from '../checks/address.js';
import { parsed, text, type Settings } from './setting.js';
import { SettingsError } from './settings-error.js';

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const APPLICATION = /^android:apk-key-hash:[\w-]{43}$/;

/** Origins of sites, and of applications as Android names them. */
function readPasskeyOrigins(given: string): readonly string[] {
  const origins = given.split(',').flatMap((entry) => normalAddress(entry) || []);
  const wrong = origins.find((origin) => !APPLICATION.test(origin) && !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new SettingsError(
    `must list origins, such as https://accounts.example or android:apk-key-hash:…; "${wrong}" is none`,
  );
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && parseUrl(text)?.origin === text;
}

/** For which domain passkeys are made, and who may use them. */
export const PASSKEY_SETTINGS = {
  passkeyRpId: text({
    name: 'PASSKEY_RP_ID',
    about:
      'The domain that passkeys are made for. Whoever changes it, or the host of PUBLIC_URL without it, makes all passkeys there are unusable (docs/operations.md#passkeys). Default: the host of PUBLIC_URL.',
    example: 'accounts.example',
    rule: (given) =>
      DOMAIN.test(given) ? null : 'must be a domain in small letters, such as accounts.example',
  }),
  passkeyOrigins: parsed({
    name: 'PASSKEY_ORIGINS',
    about:
      'Further origins where passkeys of that domain may be used: other addresses of this server, and native applications (docs/operations.md#passkeys).',
    example: 'https://www.accounts.example',
    read: readPasskeyOrigins,
    unset: [] as readonly string[],
  }),
} satisfies Settings;
