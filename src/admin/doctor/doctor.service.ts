import { Injectable } from '@nestjs/common';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ServerFigures } from '../overview/server-figures.js';
import type { NodeView } from '../overview/overview.view.js';
import { ok, warning, type CheckView } from './check.view.js';
import { DatabaseChecks } from './database-checks.js';
import { IntakeChecks } from './intake-checks.js';
import { MessageChecks } from './message-checks.js';
import { SettingsChecks } from './settings-checks.js';

/** Checks everything that an operator can get wrong, with advice for each problem. */
@Injectable()
export class Doctor {
  constructor(
    private readonly settings: SettingsChecks,
    private readonly database: DatabaseChecks,
    private readonly intake: IntakeChecks,
    private readonly messages: MessageChecks,
    private readonly server: ServerFigures,
  ) {}

  async examine(exchange: Exchange): Promise<CheckView[]> {
    const [settings, database, intake, messages, nodes] = await Promise.all([
      this.settings.run(exchange),
      this.database.run(),
      this.intake.run(),
      this.messages.run(),
      this.server.nodes(),
    ]);
    return [...settings, ...intake, ...database, ...messages, checkNodes(nodes)];
  }
}

function checkNodes(nodes: readonly NodeView[]): CheckView {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  const versions = [...new Set(alive.map(({ version }) => version))];
  const text = `${alive.length} running, version ${versions.join(' and ')}`;
  if (versions.length <= 1) return ok('nodes', text);
  return warning('nodes', text, 'Upgrade all nodes to the same version.');
}
