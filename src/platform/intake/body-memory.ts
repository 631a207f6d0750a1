import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { AppConfig } from '../config/app-config.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { networkOf } from '../throttle/network.js';

/** The share of the total that unauthenticated callers of one network may use. */
const STRANGERS_SHARE = 1 / 16;
const RETRY_AFTER_SECONDS = '2';

/**
 * The memory for request bodies (BODY_MEMORY). The share of a network prevents slow unauthenticated callers from using
 * all of it.
 */
@Injectable()
export class BodyMemory {
  private bytes = 0;
  private mostBytes = 0;
  private refusedAt: Date | null = null;
  private refused = 0;
  private readonly ofStrangers = new Map<string, number>();
  private readonly counter: Counter;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.observe('hearth_body_bytes', 'Bytes of request bodies in memory.', () => this.bytes);
    this.counter = metrics.counter(
      'hearth_bodies_refused_total',
      'Request bodies refused because BODY_MEMORY, or the share of one network, was used up.',
    );
  }

  get numbers() {
    const { bytes, mostBytes, refused, refusedAt } = this;
    return { bytes, mostBytes, refused, refusedAt };
  }

  /** @param address of the caller, who counts as unauthenticated until the claim is admitted */
  claim(address: string): BodyClaim {
    return new BodyClaim(this, networkOf(address));
  }

  /** @throws CallError unavailable */
  take(bytes: number, network: string | null): void {
    const { bodyMemoryBytes } = this.config;
    const held = network === null ? 0 : (this.ofStrangers.get(network) ?? 0) + bytes;
    if (this.bytes + bytes > bodyMemoryBytes || held > bodyMemoryBytes * STRANGERS_SHARE)
      throw this.refusal();
    this.bytes += bytes;
    this.mostBytes = Math.max(this.mostBytes, this.bytes);
    if (network !== null) this.ofStrangers.set(network, held);
  }

  give(bytes: number, network: string | null): void {
    this.bytes -= bytes;
    if (network !== null) this.admit(bytes, network);
  }

  /** Moves bytes of a now authenticated caller out of the network's share. */
  admit(bytes: number, network: string): void {
    const held = (this.ofStrangers.get(network) ?? 0) - bytes;
    if (held > 0) this.ofStrangers.set(network, held);
    else this.ofStrangers.delete(network);
  }

  private refusal(): CallError {
    this.refused++;
    this.refusedAt = this.clock.now();
    this.counter.inc();
    const message =
      'The server is being sent more than it takes at one time. Nothing was changed; try again.';
    return new CallError(
      Errors.unavailable,
      { reason: 'body memory' },
      { message, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
    );
  }
}

/** The memory held by one request; released exactly once, however the request ends. */
export class BodyClaim {
  private bytes = 0;

  constructor(
    private readonly memory: BodyMemory,
    private network: string | null,
  ) {}

  /** @throws CallError unavailable when there is no room for so much more */
  add(bytes: number): void {
    this.memory.take(bytes, this.network);
    this.bytes += bytes;
  }

  /** The caller has authenticated: its bytes count against the total only. */
  admit(): void {
    if (this.network !== null) this.memory.admit(this.bytes, this.network);
    this.network = null;
  }

  release(): void {
    this.memory.give(this.bytes, this.network);
    this.bytes = 0;
  }
}
