import { Injectable } from '@nestjs/common';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ServerFigures } from '../overview/server-figures.js';
import type { NodeView } from '../overview/overview.view.js';
import { ok, warning, type CheckView } from './check.view.js';
import { DatabaseChecks } from './database-checks.js';
import { IntakeChecks } from './intake-checks.js';
import { KeyChecks } from './key-checks.js';
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
    private readonly keys: KeyChecks,
    private readonly server: ServerFigures,
  ) {}

  async examine(exchange: Exchange): Promise<CheckView[]> {
    const [settings, database, intake, messages, keys, nodes] = await Promise.all([
      this.settings.run(exchange),
      this.database.run(),
      this.intake.run(),
      this.messages.run(),
      this.keys.run(),
      this.server.nodes(),
    ]);
    const ofNodes = checkNodes(nodes, this.server.isNameTaken);
    return [...settings, ...intake, ...database, ...messages, ...keys, ofNodes];
  }
}

function checkNodes(nodes: readonly NodeView[], isNameTaken: boolean): CheckView {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  const versions = [...new Set(alive.map(({ version }) => version))];
  const isSame = versions.length <= 1;
  const names = alive.map(({ name, version }) => (isSame ? name : `${name} (${version})`));
  const text = `${alive.length} running: ${names.join(', ')}${isSame ? `, version ${versions.join()}` : ''}`;
  if (isNameTaken) return warning('nodes', text, 'Another node has the name of this one. Set NODE_NAME.');
  return isSame ? ok('nodes', text) : warning('nodes', text, 'Upgrade all nodes to the same version.');
}
