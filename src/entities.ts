import { AccountIdentifier } from './accounts/account-identifier.entity.js';
import { Account } from './accounts/account.entity.js';
import { AdminSession } from './admin/access/admin-session.entity.js';
import { SetupCode } from './admin/access/setup-code.entity.js';
import { AuditEvent } from './audit/audit-event.entity.js';
import { AuthorizationContext } from './authorization/authorization-context.entity.js';
import { Consent } from './authorization/consent.entity.js';
import { ClientSecret } from './clients/client-secret.entity.js';
import { Client } from './clients/client.entity.js';
import { LegacyUse } from './clients/legacy-use.entity.js';
import { Ruleset } from './clients/ruleset.entity.js';
import { FamilyMember } from './families/family-member.entity.js';
import { Family } from './families/family.entity.js';
import { Picture } from './families/picture.entity.js';
import { MailedLink } from './mailed-links/mailed-link.entity.js';
import { Node } from './operations/node.entity.js';
import { OutboxMessage } from './notifications/outbox-message.entity.js';
import { SessionRow } from './sessions/session.entity.js';
import { AttemptCountRow } from './throttle/attempt-count.entity.js';
import { BudgetRow } from './throttle/budget.entity.js';
import { AccessToken } from './tokens/access-token.entity.js';
import { AuthorizationCode } from './tokens/authorization-code.entity.js';
import { SigningKey } from './tokens/oidc/signing-key.entity.js';
import { MacNonce } from './tokens/mac-nonce.entity.js';
import { RefreshToken } from './tokens/refresh-token.entity.js';
import { AccountLink } from './tokens/sso/account-link.entity.js';
import { AssertionUse } from './tokens/sso/assertion-use.entity.js';
import { ValidationToken } from './tokens/sso/validation-token.entity.js';
import { TokenGrant } from './tokens/token-grant.entity.js';
import { WebState } from './web-flow/web-state.entity.js';

/** Every table there is. */
export const entities = [
  Account,
  AccountIdentifier,
  AccountLink,
  AccessToken,
  AdminSession,
  AssertionUse,
  AttemptCountRow,
  AuditEvent,
  AuthorizationCode,
  AuthorizationContext,
  BudgetRow,
  Client,
  ClientSecret,
  Consent,
  Family,
  FamilyMember,
  LegacyUse,
  MacNonce,
  MailedLink,
  Node,
  OutboxMessage,
  Picture,
  RefreshToken,
  Ruleset,
  SessionRow,
  SetupCode,
  SigningKey,
  TokenGrant,
  ValidationToken,
  WebState,
];
