import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials, People } from '../cast/cast.js';
import { Persona } from '../cast/persona.js';
import { Generator } from '../generate/generator.js';
import { EXCUSED } from '../tour/reached.js';
import { Tour } from '../tour/tour.js';
import type { Options } from '../options.js';
import type { Fault } from '../oracle/fault.js';
import { Judge } from '../oracle/judge.js';
import { Secrets } from '../oracle/leaks.js';
import { learnSecrets } from '../oracle/learn-secrets.js';
import type { Sample } from '../oracle/memory-growth.js';
import { Random } from '../random.js';
import type { Listener, Server } from '../servers/server.js';
import { Lab } from '../shrink/lab.js';
import { LeakHunt } from '../shrink/leak-hunt.js';
import { Shrinker } from '../shrink/shrinker.js';
import { isAnswer } from '../wire/answer.js';
import { Connection } from '../wire/connection.js';
import { NoAnswerError } from './ask.js';
import { Coverage } from './coverage.js';
import type { Exchange } from './exchange.js';
import { Findings, type Finding } from './findings.js';
import { Gate } from './gate.js';
import { MemoryWatch } from './memory-watch.js';
import { prepare, type Prepared } from './prepare.js';
import { Watch } from './watch.js';
import { Worker, type Source } from './worker.js';

const MOST_DEATHS = 10;
const MOST_REFUSALS = 100;
/** Time for the server to write the rest of its log. */
const LAST_LINES_MS = 300;

/** The parameters of a run. */
interface Setting extends Pick<Options, 'requests' | 'seed' | 'connections' | 'faults'> {
  readonly start: (listener: Listener) => Promise<Server>;
  /** Creates the clients and accounts on the server; null: requests are sent without credentials. */
  readonly administrator: Credentials | null;
  /** Requests without an answer by then count as unanswered. */
  readonly answerLimitMs: number;
  /** A request that takes the server longer each time it is repeated is a fault. */
  readonly slowMs: number;
  readonly onProgress?: (requests: number, faults: number) => void;
  /** Called for each fault, once it has been minimized. */
  readonly onFinding?: (finding: Finding) => void;
}

/** The result of a run. */
export interface Result {
  readonly server: string;
  readonly clock: Server['clock'];
  /** How many requests went to each operation in turn, before the random ones. */
  readonly toured: number;
  /** The operations that the tour did not reach, with the reason as far as it is known. */
  readonly missed: ReadonlyMap<string, string>;
  /** The operations that were reached although `EXCUSED` says that they can't be. */
  readonly excusedInVain: readonly string[];
  /** The number of all requests. */
  readonly sent: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Fault[];
  readonly coverage: Coverage;
  readonly memory: readonly Sample[];
  /** CPU time of the server for each request; null where unknown. */
  readonly cpuMillisEach: number | null;
}

/** Prepares a server, sends it requests on several connections, and checks everything that comes back. @throws Error */
export async function runCampaign(setting: Setting): Promise<Result> {
  const secrets = new Secrets();
  let campaign: Campaign | null = null;
  const watch = new Watch(secrets, setting.slowMs, (found, exchange) => campaign?.heard(found, exchange));
  const server = await setting.start(watch);
  let prepared: Prepared | null = null;
  try {
    prepared = await prepare(server, setting.seed, setting.administrator, secrets);
    campaign = new Campaign(setting, server, watch, secrets, prepared);
    return await campaign.run();
  } finally {
    await prepared?.around.provider?.close();
    await server.stop();
  }
}

class Campaign {
  private readonly gate = new Gate();
  private readonly judge: Judge;
  private readonly lab: Lab;
  private readonly findings: Findings;
  private readonly coverage: Coverage;
  private readonly memory: MemoryWatch;
  private readonly workers: Worker[];
  private readonly batches = new Map<number, number>();
  private sent = 0;
  private toured = 0;
  private isTouring = true;
  private missed: ReadonlyMap<string, string> = new Map();
  private refusals = 0;
  private isGone = false;
  private lastWords = '';

  constructor(
    private readonly setting: Setting,
    private readonly server: Server,
    private readonly watch: Watch,
    private readonly secrets: Secrets,
    private readonly prepared: Prepared,
  ) {
    const { table, document, host } = prepared.around;
    this.judge = new Judge(document, table, secrets, host);
    this.lab = new Lab(server, this.judge, watch, host, setting.answerLimitMs);
    this.findings = new Findings(
      server,
      this.gate,
      watch,
      new Shrinker(this.lab, host),
      host,
      setting.onFinding ?? (() => undefined),
    );
    this.coverage = new Coverage(table);
    this.memory = new MemoryWatch(server, setting.requests);
    this.workers = Array.from({ length: setting.connections }, (_, n) => this.worker(n));
    watch.onEnded = (how) => {
      const histories = this.workers.map(({ history }) => history);
      this.findings.ended(how, this.lastWords, histories);
      this.lastWords = '';
    };
  }

  async run(): Promise<Result> {
    const startedAt = performance.now();
    await this.tour();
    this.isTouring = false;
    const { requests, connections } = this.setting;
    const share = (n: number): number =>
      Math.floor(requests / connections) + (n < requests % connections ? 1 : 0);
    await Promise.all(this.workers.map((worker, n) => worker.run(share(n))));
    const seconds = (performance.now() - startedAt) / 1000;
    await sleep(LAST_LINES_MS);
    await this.findings.settled();
    await this.lookAtMemory();
    const { server, findings, memory, toured, sent, missed, coverage } = this;
    return {
      server: server.description,
      clock: server.clock,
      toured,
      sent,
      seconds,
      missed,
      coverage,
      excusedInVain: Object.keys(EXCUSED).filter((name) => coverage.isReached(name)),
      findings: findings.all,
      unconfirmed: findings.unconfirmed,
      memory: memory.samples,
      cpuMillisEach: memory.cpuMillisEach,
    };
  }

  /** For faults found in the log or on stderr. */
  heard(found: Fault, exchange: Exchange | null): void {
    if (found.kind === 'complaint' && /\bError\b/.test(found.what)) this.lastWords = found.what.trim();
    this.findings.report(found, exchange, []);
  }

  /** Visits each operation before anything is spoiled: a run of any length reaches them all. */
  private async tour(): Promise<void> {
    if (this.prepared.furnisher === null) return; // a stranger gets nowhere
    const { routes } = this.prepared.around.table;
    const isReached = (name: string): boolean => this.coverage.isReached(name);
    const worker = this.worker(this.setting.connections, (generator, random) => {
      const tour = new Tour(generator, routes, random, isReached);
      this.missed = tour.missed;
      return tour;
    });
    await worker.run(Infinity);
    this.toured = this.sent;
  }

  private worker(
    n: number,
    sourceOf: (generator: Generator, random: Random) => Source = (generator) => generator,
  ): Worker {
    const { seed, answerLimitMs } = this.setting;
    const { around, cast, furnisher } = this.prepared;
    const { server, gate } = this;
    const random = new Random(seed * 1000 + n);
    const persona = new Persona(cast, random, `w${n}`, server.isProxied);
    const isStranger = furnisher === null;
    const source = sourceOf(new Generator(persona, around, isStranger), random);
    const connection = new Connection(server.address, answerLimitMs);
    const place = {
      gate,
      host: around.host,
      isOver: () => this.isOver,
      refused: () => this.refused(),
      exchanged: (exchange: Exchange, by: Worker) => this.exchanged(exchange, by),
      refurnish: async () => (await this.furnished(() => furnisher?.clients(cast))) !== null,
      populate: () => this.populate(n),
    };
    return new Worker(persona, source, connection, place, isStranger);
  }

  private get isOver(): boolean {
    const { all, deaths } = this.findings;
    return this.isGone || all.length >= this.setting.faults || deaths >= MOST_DEATHS;
  }

  private async populate(worker: number): Promise<People | null> {
    const batch = (this.batches.get(worker) ?? 0) + 1;
    this.batches.set(worker, batch);
    const { furnisher, cast } = this.prepared;
    return (await this.furnished(() => furnisher?.people(cast, `w${worker}b${batch}`))) ?? null;
  }

  /** null while the server does not answer. */
  private async furnished<T>(work: () => Promise<T> | undefined): Promise<T | null | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof NoAnswerError) return null;
      throw cause;
    }
  }

  private exchanged(exchange: Exchange, { history }: Worker): void {
    const { request, outcome } = exchange;
    const count = ++this.sent;
    for (const found of this.judge.judge(request, outcome))
      this.findings.report(found, exchange, history.slice(0, -1));
    if (isAnswer(outcome)) learnSecrets(this.secrets, outcome);
    this.watch.over(exchange);
    this.coverage.count(request, outcome);
    if (this.isTouring) return;
    if (this.memory.exchanged(request, outcome, count - this.toured))
      this.findings.enqueue(() => this.memory.measure(count));
    this.setting.onProgress?.(count, this.findings.all.length);
  }

  /** A refused connection is the only sign that a server has exited that the fuzzer did not start. */
  private refused(): void {
    if (this.server.isOwn || ++this.refusals !== MOST_REFUSALS) return;
    this.watch.ended('it refuses connections');
    this.isGone = true;
  }

  private async lookAtMemory(): Promise<void> {
    const { growth } = this.memory;
    if (growth === null) return;
    const hunt = new LeakHunt(this.server, this.lab, this.prepared.around.host);
    const found = this.server.isOwn ? await hunt.find(this.memory.requests) : null;
    this.findings.settle(growth, found ?? { commands: [], isConfirmed: false });
  }
}
