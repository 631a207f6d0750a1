import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { profileRulesOf } from '../../oauth/clients/client-profiles.js';
import { redirectVerdict } from '../../oauth/clients/redirect-verdict.js';
import { LogoutTokens } from '../../oauth/oidc/logout-tokens.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { decidingRule, isAllowedBy } from '../../oauth/rulesets/ruleset-rules.js';
import { NOAUTHENT } from '../../oauth/rulesets/shipped-rulesets.js';
import { DeclaredOperations } from '../shell/named-operations.js';
import { ClientLookup } from './client-lookup.js';
import type { CallTestView, ClientView, LogoutTestView, RedirectTestView } from './client.view.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { ClientConnection } from './connect-card.js';
import { clientConnectionOf, trialsOf, type TokenTrial } from './try-it.js';

/** Tests whether a redirect_uri or a call would be allowed, without performing it, and whether logout tokens arrive. */
@Injectable()
export class ClientTests {
  constructor(
    private readonly lookup: ClientLookup,
    @InjectRepository(Ruleset) private readonly rulesets: Repository<Ruleset>,
    private readonly operations: DeclaredOperations,
    private readonly logoutTokens: LogoutTokens,
    private readonly config: AppConfig,
  ) {}

  async redirect(clientId: string, redirectUri: string): Promise<RedirectTestView> {
    const { redirectUrls, profile } = await this.lookup.get(clientId);
    return redirectVerdict(redirectUri, redirectUrls, profileRulesOf({ profile }).matchesExactly);
  }

  /** Sends a logout token of nobody to the client's server. */
  async logout(clientId: string): Promise<LogoutTestView> {
    return this.logoutTokens.try(await this.lookup.get(clientId));
  }

  /** Same verdict as RulesetGuard: what the client's ruleset denies, NOAUTHENT may still allow to everybody. */
  async call(clientId: string, asked: string): Promise<CallTestView> {
    const call = nameOf(asked);
    const { ruleset } = await this.lookup.get(clientId);
    const isKnown = this.operations.all.some(({ name }) => name === call);
    const own = await this.judge(ruleset, call);
    if (own.allowed || call.startsWith('admin')) return { ...own, isKnown };
    const everybody = await this.judge(NOAUTHENT, call);
    return { ...(everybody.allowed ? everybody : own), isKnown };
  }

  /** The names of all operations that the client may use. */
  async allowed({ ruleset }: ClientView): Promise<readonly string[]> {
    const rules = await this.rulesOf(ruleset);
    const names = this.operations.all.map(({ name }) => name);
    return names.filter((name) => isAllowedBy(decidingRule(rules, name)));
  }

  /**
   * Commands to paste for each way in which the client's ruleset lets it get a token.
   * @param secret only while it is shown; nothing stores it
   */
  async trials(client: ClientView, secret?: string): Promise<TokenTrial[]> {
    const { publicUrl: url } = this.config;
    return trialsOf({ client, url, secret, allowed: await this.allowed(client) });
  }

  /**
   * The addresses to connect to, and snippets for the client's first way to tokens.
   * @param secret only while it is shown; nothing stores it
   */
  async connection(client: ClientView, secret?: string): Promise<ClientConnection> {
    const { publicUrl: issuer } = this.config;
    const allowed = await this.allowed(client);
    return clientConnectionOf(client, { issuer, secret, may: (call) => allowed.includes(call) });
  }

  private async judge(ruleset: string, call: string): Promise<Omit<CallTestView, 'isKnown'>> {
    const rule = decidingRule(await this.rulesOf(ruleset), call);
    return { allowed: isAllowedBy(rule), rule, ruleset };
  }

  private async rulesOf(name: string): Promise<readonly string[]> {
    const row = await this.rulesets.findOneBy({ name });
    return row?.patterns ?? [];
  }
}

/** The name of a call given by name or by path: /api/acc/getloggedaccount is accgetloggedaccount (D1). */
function nameOf(asked: string): string {
  const [, group, operation] = /^\/?(?:api\/)?([a-z0-9]+)\/([a-z0-9]+)$/.exec(asked.trim()) ?? [];
  return operation === undefined ? asked.trim() : `${group}${operation}`;
}
