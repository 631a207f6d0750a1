import { Injectable } from '@nestjs/common';
import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import { identifiersOf } from '../../identity/accounts/account-identifiers.js';
import { readableEmail } from '../../identity/accounts/email-address.js';
import type { AccountStatus, Role } from '../../identity/accounts/account.entity.js';
import { maskedEmail } from '../../identity/accounts/masked-email.js';
import { hasPasskey } from '../../identity/passkeys/passkey-sql.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { hasFactor } from '../../identity/factors/factor-sql.js';
import { ConnectedApps } from '../../oauth/consent/connected-apps.service.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/problem-error.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { Clock } from '../../platform/security/clock.js';
import type { ListPage } from '../shell/paging.js';
import type { AccountQuery } from './admin-account.args.js';
import { AccountSearch } from './account-search.js';
import type { AccountSummary, AccountView } from './account.view.js';

const SUMMARIES = {
  name: 'admin-account-summaries',
  text: `SELECT a.id, a.name, a.status, a.role, a.created_at, a.last_login_at,
                ARRAY(SELECT i.value FROM account_identifier i WHERE i.account_id = a.id ORDER BY i.id) AS identifiers
           FROM unnest($1::bigint[]) WITH ORDINALITY AS n (id, place) JOIN account a ON a.id = n.id ORDER BY n.place`,
};
const ONE = {
  name: 'admin-account',
  text: `SELECT a.id, a.name, a.status, a.role, a.country_code, a.locale, a.created_at, a.last_login_at, a.deletes_at,
                CASE a.status WHEN 'disabled' THEN a.held_until END AS held_until,
                CASE a.status WHEN 'disabled' THEN a.secured_at END AS secured_at, a.secured_for,
                (${hasFactor('a.id')} OR ${hasPasskey('a.id')}) AS is_protected,
                (SELECT count(*)::int FROM session s WHERE s.account_id = a.id AND s.expires_at > $2) AS sessions,
                (SELECT count(*)::int FROM token_grant g
                  WHERE g.account_id = a.id AND g.revoked_at IS NULL AND g.ends_at > $2) AS grants
           FROM account a WHERE a.id = $1`,
};
const FAMILIES = {
  name: 'admin-account-families',
  text: `SELECT f.id, f.name, m.member_type FROM family_member m JOIN family f ON f.id = m.family_id
          WHERE m.account_id = $1 ORDER BY f.id`,
};
const LINKS = {
  name: 'admin-account-links',
  text: `SELECT i.kind, coalesce(n.value, i.new_value) AS sent_to, i.created_at, i.expires_at
           FROM invitation i LEFT JOIN account_identifier n ON n.id = i.identifier_id
          WHERE i.account_id = $1 AND i.used_at IS NULL AND i.expires_at > $2
            AND i.kind NOT IN ('disown', 'putBack') ORDER BY i.created_at DESC`,
};

interface SummaryRow {
  id: Long;
  name: string;
  status: AccountStatus;
  role: Role | null;
  created_at: Date;
  last_login_at: Date | null;
  identifiers: string[];
}
interface OneRow extends Omit<SummaryRow, 'identifiers'> {
  country_code: string | null;
  locale: string | null;
  deletes_at: Date | null;
  held_until: Date | null;
  secured_at: Date | null;
  secured_for: Long | null;
  is_protected: boolean;
  sessions: number;
  grants: number;
}
interface LinkRow {
  kind: string;
  sent_to: string;
  created_at: Date;
  expires_at: Date;
}

/** Reads accounts for the administration. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly database: Database,
    private readonly search: AccountSearch,
    private readonly apps: ConnectedApps,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  async list(query: AccountQuery): Promise<ListPage<AccountSummary>> {
    const { items: ids, next } = await this.search.find(query);
    return { items: await this.summaries(ids), next };
  }

  /** Returns the accounts with these ids that exist, in the order of the ids. */
  async summaries(ids: readonly Long[]): Promise<AccountSummary[]> {
    return (await this.database.query<SummaryRow>(SUMMARIES, [ids])).map(toSummary);
  }

  /** @throws ProblemError notFound */
  async get(accountId: string): Promise<AccountView> {
    const now = this.clock.now();
    const [row] = isLong(accountId) ? await this.database.query<OneRow>(ONE, [accountId, now]) : [];
    if (!row) throw notFound(`account ${JSON.stringify(accountId)}`);
    const [identifiers, families, connectedApps, links, takesSetupCode] = await Promise.all([
      identifiersOf(this.database.dataSource.manager, accountId),
      this.database.query<{ id: Long; name: string; member_type: MemberTypeValue }>(FAMILIES, [accountId]),
      this.apps.of(accountId),
      this.database.query<LinkRow>(LINKS, [accountId, now]),
      this.first.takeCode(accountId),
    ]);
    const { country_code: countryCode, locale, deletes_at: deletesAt, sessions, grants } = row;
    const { held_until: heldUntil } = row;
    return {
      ...whoOf(row),
      countryCode,
      locale,
      deletesAt,
      heldUntil,
      ...securingOf(row, identifiers, links),
      isProtected: row.is_protected,
      takesSetupCode,
      identifiers: identifiers.map(toIdentifier),
      families: families.map(({ id: familyId, name, member_type: accountType }) => ({
        familyId,
        name,
        accountType,
      })),
      connectedApps,
      waitingLinks: links.map(toLink),
      sessions,
      grants,
    };
  }
}

function whoOf(row: Omit<SummaryRow, 'identifiers'>): Omit<AccountSummary, 'identifiers'> {
  const { id: accountId, name, status, role, created_at: createdAt, last_login_at: lastLoginAt } = row;
  return { accountId, name, status, role, createdAt, lastLoginAt };
}

type Securing = Pick<AccountView, 'securedAt' | 'securedFor' | 'securedLinkUntil'>;

/** A new link ends the previous one, so at most one reset link works: the newest. */
function securingOf(
  { secured_at: securedAt, secured_for: identifierId }: OneRow,
  identifiers: readonly AccountIdentifier[],
  links: readonly LinkRow[],
): Securing {
  if (securedAt === null) return { securedAt, securedFor: null, securedLinkUntil: null };
  const chosen = identifiers.find(({ id }) => id === identifierId);
  const link = links.find(({ kind }) => kind === 'reset');
  const securedFor = chosen ? maskedEmail(chosen.value) : null;
  return { securedAt, securedFor, securedLinkUntil: link?.expires_at ?? null };
}

function toSummary(row: SummaryRow): AccountSummary {
  return { ...whoOf(row), identifiers: row.identifiers };
}

function toIdentifier({ id: identifierId, type, value, issuer, isValidated }: AccountIdentifier) {
  return { identifierId, type, value, issuer: issuer === '' ? null : issuer, isValidated };
}

function toLink({ kind, sent_to: sentTo, created_at: createdAt, expires_at: expiresAt }: LinkRow) {
  return { kind, sentTo: readableEmail(sentTo), createdAt, expiresAt };
}
