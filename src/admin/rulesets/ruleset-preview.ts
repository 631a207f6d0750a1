import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { decidingRule, isAllowedBy, matchesPattern } from '../../oauth/rulesets/ruleset-rules.js';
import { DeclaredOperations } from '../shell/declared-operations.js';
import type { RulesetPreviewView } from './ruleset.view.js';

const SHOWN_CLIENTS = 200;

/** Computes what a set of rules would allow, before it is saved. */
@Injectable()
export class RulesetPreview {
  constructor(
    @InjectRepository(Ruleset) private readonly rulesets: Repository<Ruleset>,
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    private readonly operations: DeclaredOperations,
  ) {}

  /** @param name the ruleset that the rules would replace; empty or unknown: a new one */
  async of(rules: readonly string[], name = ''): Promise<RulesetPreviewView> {
    const saved = await this.rulesets.findOneBy({ name });
    const calls = this.operations.all.map(({ name: call, summary }) => {
      const rule = decidingRule(rules, call);
      return { name: call, summary, allowed: isAllowedBy(rule), rule };
    });
    const changed = calls.filter(
      (call) => saved && call.allowed !== isAllowedBy(decidingRule(saved.patterns, call.name)),
    );
    const idle = rules.filter((rule) => !calls.some(({ name: call }) => matchesPattern(rule, call)));
    return { calls, clients: await this.clientsOf(saved), changed: changed.map((call) => call.name), idle };
  }

  private async clientsOf(saved: Ruleset | null): Promise<string[]> {
    if (!saved) return [];
    const using = await this.clients.find({
      select: { clientId: true },
      where: { rulesetId: saved.id },
      order: { clientId: 'ASC' },
      take: SHOWN_CLIENTS,
    });
    return using.map(({ clientId }) => clientId);
  }
}
