import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Changes } from '../../platform/database/changes.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { ProtectedResource } from './protected-resource.entity.js';
import { resourceScopeIn, type ResourceScope } from './resource-scopes.js';
import { EVERY_CLIENT } from './resource.fields.js';

const TOPIC = 'resources';
const ALL = 'all';

/** A resource, with its scopes read. */
export interface KnownResource extends Omit<ProtectedResource, 'scopes'> {
  readonly scopes: readonly ResourceScope[];
}

/** All resources of this moment. */
export class ResourceSet {
  private readonly byNumber: ReadonlyMap<Long, KnownResource>;
  private readonly byIdentifier: ReadonlyMap<string, KnownResource>;
  /** The numbers of the resources whose tokens a client introspects, by its client_id. */
  private readonly ties: ReadonlyMap<string, ReadonlySet<Long>>;

  private readonly scopeNames: ReadonlySet<string>;

  constructor(readonly all: readonly KnownResource[]) {
    this.scopeNames = new Set(all.flatMap(({ scopes }) => scopes.map(({ name }) => name)));
    this.byNumber = new Map(all.map((each) => [each.number, each]));
    this.byIdentifier = new Map(all.map((each) => [each.identifier, each]));
    const ties = new Map<string, Set<Long>>();
    for (const { number, introspectionClients } of all)
      for (const clientId of introspectionClients)
        ties.set(clientId, (ties.get(clientId) ?? new Set()).add(number));
    this.ties = ties;
  }

  /** Whether any of them has a scope of this name. */
  defines(scope: string): boolean {
    return this.scopeNames.has(scope);
  }

  find(number: Long): KnownResource | undefined {
    return this.byNumber.get(number);
  }

  /** By its identifier as it is kept: with the normal form of an address. */
  named(identifier: string): KnownResource | undefined {
    return this.byIdentifier.get(identifier);
  }

  /** The numbers of the resources that the client is tied to (D403); undefined: it is tied to none. */
  tiedTo({ clientId }: Pick<CallerClient, 'clientId'>): ReadonlySet<Long> | undefined {
    return this.ties.get(clientId);
  }
}

/** Whether a client may ask for the tokens of a resource (D401). */
export function mayAskFor({ clients }: Pick<KnownResource, 'clients'>, clientId: string): boolean {
  return clients.includes(EVERY_CLIENT) || clients.includes(clientId);
}

/** The resources, for the requests of clients: cached for at most 5 s, and updated at once by NOTIFY (D35). */
@Injectable()
export class KnownResources {
  private readonly sets: FreshCache<ResourceSet>;

  constructor(
    @InjectRepository(ProtectedResource) private readonly rows: Repository<ProtectedResource>,
    private readonly changes: Changes,
  ) {
    this.sets = new FreshCache(changes, { max: 1, topicsOf: () => [TOPIC] });
  }

  /** Without a promise if they are in memory. */
  all(): ResourceSet | Promise<ResourceSet> {
    return this.sets.get(ALL) ?? this.load();
  }

  changedBy(tx: Transaction): void {
    this.changes.publishAfter(tx, TOPIC);
  }

  private async load(): Promise<ResourceSet> {
    const find = async (): Promise<ResourceSet> => {
      const rows = await this.rows.find({ order: { id: 'ASC' } });
      return new ResourceSet(rows.map((row) => ({ ...row, scopes: row.scopes.map(resourceScopeIn) })));
    };
    return (await this.sets.load(ALL, find)) as ResourceSet;
  }
}
