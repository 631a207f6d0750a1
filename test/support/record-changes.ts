import type { Type } from '@nestjs/common';
import type { AuditActor } from '../../src/platform/audit/audit-actor.js';
import { Database } from '../../src/platform/database/database.js';
import { stillThere } from '../../src/platform/errors/problem-error.js';
import type { Long } from '../../src/platform/operations/long.js';
import { Client } from '../../src/oauth/clients/client.entity.js';
import { ClientService } from '../../src/oauth/clients/client.service.js';
import { Ruleset } from '../../src/oauth/rulesets/ruleset.entity.js';
import { RulesetService } from '../../src/oauth/rulesets/ruleset.service.js';

interface Node {
  get<T>(type: Type<T>): T;
}

const lock = { mode: 'pessimistic_write' } as const;

/** Gives a ruleset other rules, as the administration does. */
export function setPatterns(node: Node, name: string, patterns: string[], actor?: AuditActor): Promise<void> {
  return node.get(Database).transaction(async (tx) => {
    const ruleset = stillThere(await tx.findOne(Ruleset, { where: { name }, lock }), 'ruleset');
    await node.get(RulesetService).update(tx, ruleset, { patterns }, actor);
  });
}

/** Disables or enables a client, as the administration does. */
export function setDisabled(node: Node, id: Long, isDisabled: boolean, actor?: AuditActor): Promise<void> {
  return node.get(Database).transaction(async (tx) => {
    const client = stillThere(await tx.findOne(Client, { where: { id }, lock }), 'client');
    await node.get(ClientService).update(tx, client, { isDisabled }, actor);
  });
}
