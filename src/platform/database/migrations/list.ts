/* Generated from the files of this folder by npm run migration:list. */
import { Initial1795200000000 } from './1795200000000-initial.js';
import { Authorization1795256132408 } from './1795256132408-authorization.js';
import { OpenId1795257921817 } from './1795257921817-openid.js';
import { SingleSignOn1795264680329 } from './1795264680329-single-sign-on.js';
import { WebFlow1795265145746 } from './1795265145746-web-flow.js';
import { MailedLinks1795265866680 } from './1795265866680-mailed-links.js';
import { AuditFilters1795270000000 } from './1795270000000-audit-filters.js';
import { Administration1795275000000 } from './1795275000000-administration.js';
import { NodesAndOutbox1795285000000 } from './1795285000000-nodes-and-outbox.js';
import { AccountSearch1795290000000 } from './1795290000000-account-search.js';
import { AccountLists1795300000000 } from './1795300000000-account-lists.js';
import { Provisions1795400000000 } from './1795400000000-provisions.js';
import { Recognition1795410000000 } from './1795410000000-recognition.js';
import { StrangersRows1795430000000 } from './1795430000000-strangers-rows.js';
import { HomepageUrl1795440000000 } from './1795440000000-homepage-url.js';
import { OneIdentifierSpace1795441610000 } from './1795441610000-one-identifier-space.js';
import { RotatesRefreshToken1795441620000 } from './1795441620000-rotates-refresh-token.js';
import { IdTokenSigningAlg1795470000000 } from './1795470000000-id-token-signing-alg.js';
import { OpenIdRequests1795471000000 } from './1795471000000-openid-requests.js';
import { BackchannelLogout1795472000000 } from './1795472000000-backchannel-logout.js';
import { ResponseType1795473000000 } from './1795473000000-response-type.js';
import { OneRowPerGrant1795474000000 } from './1795474000000-one-row-per-grant.js';
import { AuditPartitions1795475000000 } from './1795475000000-audit-partitions.js';
import { Activity1795480000000 } from './1795480000000-activity.js';
import { Branding1795481000000 } from './1795481000000-branding.js';
import { AuditFilters1795482000000 } from './1795482000000-audit-filters.js';
import { People1795490000000 } from './1795490000000-people.js';
import { Totp1795500000000 } from './1795500000000-totp.js';
import { SecondFactors1795501000000 } from './1795501000000-second-factors.js';
import { Passkeys1795502000000 } from './1795502000000-passkeys.js';
import { DevicePasswords1795503000000 } from './1795503000000-device-passwords.js';
import { HowOneSignedIn1795504000000 } from './1795504000000-how-one-signed-in.js';
import { KnownBrowsers1795505000000 } from './1795505000000-known-browsers.js';
import { IdentityProviders1795506000000 } from './1795506000000-identity-providers.js';
import { AllowedOrigins1795508000000 } from './1795508000000-allowed-origins.js';
import { Dpop1795510000000 } from './1795510000000-dpop.js';
import { PushedRequests1795520000000 } from './1795520000000-pushed-requests.js';
import { DeviceAuthorization1795530000000 } from './1795530000000-device-authorization.js';
import { Webhooks1795540000000 } from './1795540000000-webhooks.js';
import { ForeignHashCosts1795545000000 } from './1795545000000-foreign-hash-costs.js';
import { ClientSearch1795555000000 } from './1795555000000-client-search.js';
import { CodesInPlace1795560000000 } from './1795560000000-codes-in-place.js';
import { GaugeIndexes1795565000000 } from './1795565000000-gauge-indexes.js';
import { WaysIn1795570000000 } from './1795570000000-ways-in.js';
import { SentInvitations1795573000000 } from './1795573000000-sent-invitations.js';
import { WrongTexts1795576000000 } from './1795576000000-wrong-texts.js';
import { SignIns1795580000000 } from './1795580000000-sign-ins.js';
import { SuspendedIdentifiers1795581000000 } from './1795581000000-suspended-identifiers.js';
import { FactorSetupCodes1795583000000 } from './1795583000000-factor-setup-codes.js';
import { AccountHolds1795584000000 } from './1795584000000-account-holds.js';
import { AddressStanding1795586000000 } from './1795586000000-address-standing.js';
import { LegacySealing1795587000000 } from './1795587000000-legacy-sealing.js';
import { Waits1795590000000 } from './1795590000000-waits.js';
import { HandedOverLinks1795600000000 } from './1795600000000-handed-over-links.js';
import { SecuredAccounts1795610000000 } from './1795610000000-secured-accounts.js';
import { ReplacedPasswords1795620000000 } from './1795620000000-replaced-passwords.js';
import { EmailAddresses1795640000000 } from './1795640000000-email-addresses.js';
import { AccountTimeZone1795660000000 } from './1795660000000-account-time-zone.js';
import { EmailAddressCheck1795664000000 } from './1795664000000-email-address-check.js';
import { EmailAddressesChecked1795664100000 } from './1795664100000-email-addresses-checked.js';

export const migrations = [
  Initial1795200000000,
  Authorization1795256132408,
  OpenId1795257921817,
  SingleSignOn1795264680329,
  WebFlow1795265145746,
  MailedLinks1795265866680,
  AuditFilters1795270000000,
  Administration1795275000000,
  NodesAndOutbox1795285000000,
  AccountSearch1795290000000,
  AccountLists1795300000000,
  Provisions1795400000000,
  Recognition1795410000000,
  StrangersRows1795430000000,
  HomepageUrl1795440000000,
  OneIdentifierSpace1795441610000,
  RotatesRefreshToken1795441620000,
  IdTokenSigningAlg1795470000000,
  OpenIdRequests1795471000000,
  BackchannelLogout1795472000000,
  ResponseType1795473000000,
  OneRowPerGrant1795474000000,
  AuditPartitions1795475000000,
  Activity1795480000000,
  Branding1795481000000,
  AuditFilters1795482000000,
  People1795490000000,
  Totp1795500000000,
  SecondFactors1795501000000,
  Passkeys1795502000000,
  DevicePasswords1795503000000,
  HowOneSignedIn1795504000000,
  KnownBrowsers1795505000000,
  IdentityProviders1795506000000,
  AllowedOrigins1795508000000,
  Dpop1795510000000,
  PushedRequests1795520000000,
  DeviceAuthorization1795530000000,
  Webhooks1795540000000,
  ForeignHashCosts1795545000000,
  ClientSearch1795555000000,
  CodesInPlace1795560000000,
  GaugeIndexes1795565000000,
  WaysIn1795570000000,
  SentInvitations1795573000000,
  WrongTexts1795576000000,
  SignIns1795580000000,
  SuspendedIdentifiers1795581000000,
  FactorSetupCodes1795583000000,
  AccountHolds1795584000000,
  AddressStanding1795586000000,
  LegacySealing1795587000000,
  Waits1795590000000,
  HandedOverLinks1795600000000,
  SecuredAccounts1795610000000,
  ReplacedPasswords1795620000000,
  EmailAddresses1795640000000,
  AccountTimeZone1795660000000,
  EmailAddressCheck1795664000000,
  EmailAddressesChecked1795664100000,
];
