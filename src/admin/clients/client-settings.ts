import type { ClientSettings } from '../../oauth/clients/client-record.js';
import type { ClientChange } from './client.args.js';

/** What is sent of a client's settings as its record has them: what is not sent stays as it is. */
export function settingsFrom(change: ClientChange, rulesetId: string | undefined): Partial<ClientSettings> {
  const { name, profile, provisions, redirectUrls, serverNetworks } = change;
  const { isPrivileged, keepsRefreshToken, isDisabled } = change;
  const { accessLifetimeSeconds, refreshLifetimeSeconds, jwks, jwksUrl, assertionIssuer } = change;
  const settings = {
    ...{ rulesetId, name, profile, provisions, redirectUrls, serverNetworks },
    ...{ isPrivileged, keepsRefreshToken, isDisabled },
    ...{ accessLifetimeSeconds, refreshLifetimeSeconds, jwks, jwksUrl, assertionIssuer },
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
