import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import {
  compileRuleset,
  decidingRule,
  isAllowedBy,
  matchesPattern,
} from '../../oauth/rulesets/ruleset-rules.js';
import type { AskedStrength } from '../../platform/operations/caller.js';
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
    const [before, after] = [saved?.patterns ?? [], rules].map((patterns) => compileRuleset(name, patterns));
    const changed = calls.filter((call) => saved && call.allowed !== before.allows(call.name));
    const asking = calls.filter(
      ({ name: call, allowed }) =>
        saved && allowed && before.allows(call) && !isSame(before.strengthFor(call), after.strengthFor(call)),
    );
    const idle = rules.filter((rule) => !calls.some(({ name: call }) => matchesPattern(rule, call)));
    const clients = await this.clientsOf(saved);
    return { calls, clients, changed: namesOf(changed), asking: namesOf(asking), idle };
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

function namesOf(calls: readonly { readonly name: string }[]): string[] {
  return calls.map(({ name }) => name);
}

function isSame(one: AskedStrength | null, other: AskedStrength | null): boolean {
  return one?.acr === other?.acr && one?.maxAgeSeconds === other?.maxAgeSeconds;
}
