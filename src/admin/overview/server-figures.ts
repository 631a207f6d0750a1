import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LEGACY_USERS } from '../../oauth/clients/legacy-uses.js';
import { ALIVE_MS, NodeRegister } from '../../platform/activity/node-register.js';
import { ThisNode } from '../../platform/activity/this-node.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import * as sql from './overview-statements.js';
import type { CertificateView, NodeView, OverviewView } from './overview.view.js';

const RECENT_LEGACY_MS = 30 * DAY;

type Stored = Pick<OverviewView['database'], 'version' | 'bytes'>;
type State = Pick<
  OverviewView,
  'tokens' | 'outbox' | 'nodes' | 'database' | 'certificates' | 'legacyUse' | 'nextSteps'
>;

/** Reads the current state of the server. */
@Injectable()
export class ServerFigures {
  private readonly certificates: CertificateView[];

  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly register: NodeRegister,
    private readonly node: ThisNode,
    private readonly clock: Clock,
  ) {
    this.certificates = config.tls ? [certificateOf(config.tls.cert)] : [];
  }

  async read(): Promise<State> {
    // First and by itself, so that the time is that of the database, without waiting for other statements.
    const { open: connections, waiting } = this.database.poolUse;
    const started = performance.now();
    const [stored] = await this.database.query<Stored>(sql.DATABASE, []);
    const answeredMs = Math.round((performance.now() - started) * 10) / 10;
    const [tokens, outbox, nodes, legacyUse, nextSteps] = await Promise.all([
      this.tokens(),
      this.outbox(),
      this.nodes(),
      this.legacyUse(),
      this.nextSteps(),
    ]);
    const version = stored.version.split(' ')[0];
    const { isEmbedded } = this.database;
    const database = { isEmbedded, ...stored, version, answeredMs, connections, waiting };
    return { database, tokens, outbox, nodes, legacyUse, nextSteps, certificates: this.certificates };
  }

  async outbox(): Promise<OverviewView['outbox']> {
    const [numbers] = await this.database.query<OverviewView['outbox']>(sql.OUTBOX, []);
    return numbers;
  }

  get isNameTaken(): boolean {
    return this.register.isNameTaken;
  }

  async nodes(): Promise<NodeView[]> {
    const now = this.clock.millis();
    const rows = await this.register.all();
    return rows.map((row) => ({
      ...row,
      isAlive: now - row.seenAt.getTime() < ALIVE_MS,
      isThis: row.name === this.node.name,
    }));
  }

  private async tokens(): Promise<OverviewView['tokens']> {
    const values = [this.clock.now()];
    const [row] = await this.database.query<{ count: number; large: boolean }>(sql.GRANTS, values);
    return { grants: row.count, isEstimated: row.large };
  }

  private async legacyUse(): Promise<OverviewView['legacyUse']> {
    const since = new Date(this.clock.millis() - RECENT_LEGACY_MS);
    const [row] = await this.database.query<OverviewView['legacyUse']>(LEGACY_USERS, [since]);
    return row;
  }

  private async nextSteps(): Promise<OverviewView['nextSteps']> {
    const [done] = await this.database.query<{ client: boolean; administrator: boolean }>(sql.STEPS_DONE, []);
    const steps = {
      client: done.client,
      mail: this.config.smtpUrl !== null,
      administrator: done.administrator,
    };
    return (Object.keys(steps) as OverviewView['nextSteps']).filter((step) => !steps[step]);
  }
}

function certificateOf(pem: Buffer): CertificateView {
  const { subjectAltName, subject, validTo } = new X509Certificate(pem);
  const [, host] = /DNS:([^,\s]+)/.exec(subjectAltName ?? '') ?? /CN=([^\n,]+)/.exec(subject) ?? [];
  return { subject: host ?? subject, endsAt: new Date(validTo) };
}
