import { AccountIdentifier } from './identity/accounts/account-identifier.entity.js';
import { Account } from './identity/accounts/account.entity.js';
import { KeptAnswer } from './platform/repeats/kept-answer.entity.js';
import { ActiveAccountsRow } from './platform/activity/active-accounts-row.entity.js';
import { AdminSession } from './admin/shell/access/admin-session.entity.js';
import { HeldAdministrator } from './admin/shell/access/held-administrator.entity.js';
import { SetupCode } from './admin/shell/access/setup-code.entity.js';
import { FirebaseKey } from './identity/passwords/firebase-key.entity.js';
import { SavedFilter } from './admin/audit/saved-filter.entity.js';
import { AuditEvent } from './platform/audit/audit-event.entity.js';
import { AuthorizationContext } from './oauth/authorize/authorization-context.entity.js';
import { Consent } from './oauth/consent/consent.entity.js';
import { ClientSecret } from './oauth/clients/client-secret.entity.js';
import { Client } from './oauth/clients/client.entity.js';
import { LegacyUse } from './oauth/clients/legacy-use.entity.js';
import { Ruleset } from './oauth/rulesets/ruleset.entity.js';
import { BrandImage } from './identity/branding/brand-image.entity.js';
import { Branding } from './identity/branding/branding.entity.js';
import { FamilyMember } from './identity/families/family-member.entity.js';
import { Family } from './identity/families/family.entity.js';
import { Picture } from './identity/families/picture.entity.js';
import { InvitedAccount } from './identity/mailed-links/invited-account.entity.js';
import { MailedLink } from './identity/mailed-links/mailed-link.entity.js';
import { SentInvitation } from './identity/mailed-links/sent-invitation.entity.js';
import { Node } from './platform/activity/node.entity.js';
import { RecoveryCode } from './identity/factors/recovery-code.entity.js';
import { DevicePassword } from './identity/device-passwords/device-password.entity.js';
import { HandOver } from './identity/hand-overs/hand-over.entity.js';
import { FactorRecovery } from './identity/recovery/factor-recovery.entity.js';
import { FactorSetupCode } from './identity/factors/factor-setup-code.entity.js';
import { Totp } from './identity/factors/totp.entity.js';
import { TrustedBrowser } from './identity/factors/trusted-browser.entity.js';
import { SignInRow } from './identity/sign-ins/sign-in-row.entity.js';
import { SuspendedPasskey } from './identity/passkeys/suspended-passkey.entity.js';
import { PasskeyUse } from './identity/passkeys/passkey-use.entity.js';
import { Passkey } from './identity/passkeys/passkey.entity.js';
import { OutboxMessage } from './identity/notifications/outbox-message.entity.js';
import { SessionRow } from './identity/sessions/session-row.entity.js';
import { AttemptCountRow } from './platform/throttle/attempt-count-row.entity.js';
import { BudgetRow } from './platform/throttle/budget-row.entity.js';
import { EndedToken } from './oauth/tokens/ended-token.entity.js';
import { HourlyCount } from './platform/activity/hourly-count.entity.js';
import { Heartbeat } from './platform/database/silences/heartbeat.entity.js';
import { InstanceSecret } from './platform/database/instance-secret.entity.js';
import { Silence } from './platform/database/silences/silence.entity.js';
import { AuthorizationCode } from './oauth/tokens/authorization-code.entity.js';
import { LegacySealing } from './platform/security/legacy-sealing.entity.js';
import { SigningKey } from './oauth/signing/signing-key.entity.js';
import { MacNonce } from './oauth/mac/mac-nonce.entity.js';
import { DeviceAuthorization } from './oauth/device/device-authorization.entity.js';
import { PushedRequest } from './oauth/authorize/pushed-request.entity.js';
import { IdentityProvider } from './oauth/providers/identity-provider.entity.js';
import { ProviderVisit } from './oauth/providers/provider-visit.entity.js';
import { AccountLink } from './oauth/sso/account-link.entity.js';
import { AssertionUse } from './oauth/sso/assertion-use.entity.js';
import { ValidationToken } from './oauth/sso/validation-token.entity.js';
import { ProtectedResource } from './oauth/resources/protected-resource.entity.js';
import { TokenGrant } from './oauth/tokens/token-grant.entity.js';
import { WebState } from './legacy/web-flow/web-state.entity.js';
import { RowChange } from './oauth/webhooks/row-change.entity.js';
import { SubjectEvent } from './oauth/webhooks/subject-event.entity.js';
import { WebhookDelivery } from './oauth/webhooks/webhook-delivery.entity.js';
import { WebhookSequence } from './oauth/webhooks/webhook-sequence.entity.js';
import { Webhook } from './oauth/webhooks/webhook.entity.js';

/** All entities, one for each table. */
export const entities = [
  Account,
  AccountIdentifier,
  AccountLink,
  IdentityProvider,
  KeptAnswer,
  ProviderVisit,
  ProtectedResource,
  ActiveAccountsRow,
  AdminSession,
  AssertionUse,
  AttemptCountRow,
  AuditEvent,
  AuthorizationCode,
  AuthorizationContext,
  Branding,
  BrandImage,
  BudgetRow,
  Client,
  ClientSecret,
  Consent,
  DeviceAuthorization,
  PushedRequest,
  DevicePassword,
  EndedToken,
  FactorRecovery,
  HandOver,
  Family,
  FamilyMember,
  Heartbeat,
  HourlyCount,
  InstanceSecret,
  InvitedAccount,
  LegacyUse,
  MacNonce,
  MailedLink,
  Node,
  OutboxMessage,
  Passkey,
  PasskeyUse,
  Picture,
  Ruleset,
  FirebaseKey,
  SavedFilter,
  SentInvitation,
  SessionRow,
  SignInRow,
  SuspendedPasskey,
  LegacySealing,
  SetupCode,
  SigningKey,
  Silence,
  TokenGrant,
  HeldAdministrator,
  RecoveryCode,
  FactorSetupCode,
  Totp,
  TrustedBrowser,
  ValidationToken,
  WebState,
  RowChange,
  SubjectEvent,
  Webhook,
  WebhookDelivery,
  WebhookSequence,
];
