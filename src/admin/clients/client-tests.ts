import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { redirectVerdict } from '../../oauth/clients/redirect-verdict.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { decidingRule, isAllowedBy } from '../../oauth/rulesets/ruleset-rules.js';
import { NOAUTHENT } from '../../oauth/rulesets/shipped-rulesets.js';
import { DeclaredOperations } from '../shell/declared-operations.js';
import { ClientLookup } from './client-lookup.js';
import type { CallTestView, ClientView, RedirectTestView } from './client.view.js';

/** What would happen, without doing it. */
@Injectable()
export class ClientTests {
  constructor(
    private readonly lookup: ClientLookup,
    @InjectRepository(Ruleset) private readonly rulesets: Repository<Ruleset>,
    private readonly operations: DeclaredOperations,
  ) {}

  async redirect(clientId: string, redirectUri: string): Promise<RedirectTestView> {
    const { redirectUrls, profile } = await this.lookup.get(clientId);
    return redirectVerdict(redirectUri, redirectUrls, profile === 'strict');
  }

  /** As RulesetGuard judges: what the client's ruleset denies, NOAUTHENT may still allow to anybody. */
  async call(clientId: string, asked: string): Promise<CallTestView> {
    const call = nameOf(asked);
    const { ruleset } = await this.lookup.get(clientId);
    const isKnown = this.operations.all.some(({ name }) => name === call);
    const own = await this.judge(ruleset, call);
    if (own.allowed || call.startsWith('admin')) return { ...own, isKnown };
    const everybody = await this.judge(NOAUTHENT, call);
    return { ...(everybody.allowed ? everybody : own), isKnown };
  }

  /** The calls of the operations that there are and that the client may make. */
  async allowed({ ruleset }: ClientView): Promise<readonly string[]> {
    const rules = await this.rulesOf(ruleset);
    const names = this.operations.all.map(({ name }) => name);
    return names.filter((name) => isAllowedBy(decidingRule(rules, name)));
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

/** /api/acc/getloggedaccount, as `/docs` shows it, is the call accgetloggedaccount (D1). */
function nameOf(asked: string): string {
  const [, group, operation] = /^\/?(?:api\/)?([a-z0-9]+)\/([a-z0-9]+)$/.exec(asked.trim()) ?? [];
  return operation === undefined ? asked.trim() : `${group}${operation}`;
}
