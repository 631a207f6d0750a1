import { Injectable } from '@nestjs/common';
import type { PreparedBrandings } from '../../identity/branding/branding-imports.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Rulesets } from '../rulesets/rulesets.service.js';
import type { Administrator } from '../shell/access/administrator.js';
import { ConfigurationBrandings } from './configuration-brandings.js';
import { ConfigurationProviders } from './configuration-providers.js';
import { ConfigurationWebhooks } from './configuration-webhooks.js';
import { ConfigurationClients } from './configuration-clients.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { byClientId } from './differences.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';
import { placed } from './placed.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  /** undefined: an image of them can't be read, which is among the problems. */
  readonly brandings: PreparedBrandings | undefined;
  readonly isPruning: boolean;
  readonly problems: FoundProblems;
}

/** Applies the changes of an import, in an order in which each finds what it names. */
@Injectable()
export class ConfigurationApplier {
  constructor(
    private readonly rulesets: Rulesets,
    private readonly clients: ConfigurationClients,
    private readonly brandings: ConfigurationBrandings,
    private readonly providers: ConfigurationProviders,
    private readonly webhooks: ConfigurationWebhooks,
  ) {}

  /** What is exported beside rulesets and clients. */
  async read(
    tx: Transaction,
  ): Promise<Pick<ConfigurationDocument, 'brandings' | 'brandImages' | 'providers' | 'webhooks'>> {
    const more = { ...(await this.providers.read(tx)), ...(await this.webhooks.read(tx)) };
    return { ...(await this.brandings.read(tx)), ...more };
  }

  /** @throws ProblemError naming everything that is wrong */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document, brandings, isPruning, problems }: Wanted,
    by: Administrator,
  ): Promise<void> {
    const of = (kind: ConfigurationChange['kind']) => changes.filter((change) => change.kind === kind);
    const isGoing = ({ action }: ConfigurationChange): boolean => action === 'delete';
    // Rulesets that clients will use are created first; those that they used are deleted last.
    for (const change of of('ruleset').filter((each) => !isGoing(each)))
      await problems.in(this.applyRuleset(tx, change, document, by));
    const clients = { clients: byClientId(document.clients), isPruning, problems };
    const refused = await this.clients.apply(tx, of('client'), clients, by);
    if (brandings) await this.brandings.apply(tx, of('branding'), { ...brandings, refused, problems }, by);
    await this.providers.apply(tx, of('provider'), { document, problems }, by);
    await this.webhooks.apply(tx, of('webhook'), { document, refused, problems }, by);
    problems.requireNone(); // before rulesets go, which clients that were refused may still have
    for (const change of of('ruleset').filter(isGoing)) await this.applyRuleset(tx, change, document, by);
  }

  private async applyRuleset(
    tx: Transaction,
    { name, action }: ConfigurationChange,
    { rulesets = [] }: ConfigurationDocument,
    by: Administrator,
  ): Promise<void> {
    try {
      const ruleset = rulesets.find((each) => each.name === name);
      if (!ruleset) await this.rulesets.drop(tx, name, by);
      else if (action === 'create') await this.rulesets.add(tx, ruleset, by);
      else await this.rulesets.change(tx, name, ruleset, by);
    } catch (cause) {
      throw cause instanceof ProblemError ? placed(`rulesets.${name}`, cause) : cause;
    }
  }
}
