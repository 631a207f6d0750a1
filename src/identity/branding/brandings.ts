import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KeptForPages } from '../../platform/database/kept-for-pages.js';
import type { Long } from '../../platform/operations/long.js';
import { accentOf } from '../../platform/pages/accent.js';
import { HEARTH_LOOK, wear, type Look } from '../../platform/pages/look.js';
import { Branding, SERVER } from './branding.entity.js';
import type { BrandingRecord } from './branding.fields.js';

/** The brandings that are live, on every page and mail. */
@Injectable()
export class Brandings extends KeptForPages<Branding> {
  protected readonly topic = 'branding';

  protected read(manager: EntityManager): Promise<Branding[]> {
    return manager.findBy(Branding, { stage: 'live' });
  }

  protected keep(rows: readonly Branding[]): void {
    wear(looksOf(rows));
  }
}

function looksOf(rows: readonly Branding[]): Map<Long, Look> {
  const server = serverLook(rows.find(({ owner }) => owner === SERVER) ?? null);
  const clients = rows.filter(({ owner }) => owner !== SERVER);
  return new Map([[SERVER, server], ...clients.map((row) => [row.owner, clientLook(server, row)] as const)]);
}

export function serverLook(record: BrandingRecord | null): Look {
  if (record === null) return HEARTH_LOOK;
  const { accentLight, accentDark, ...rest } = record;
  const name = record.name ?? HEARTH_LOOK.name;
  return { ...lookPart(rest), name, serverName: name, accent: accentOf(accentLight, accentDark) };
}

/**
 * Returns the look of a client, with the server's look for what the client does not brand. Name and logos belong
 * together: a client's name never appears beside another logo.
 */
export function clientLook(server: Look, record: BrandingRecord): Look {
  const { name, logo, logoDark, accentLight, accentDark, ...rest } = record;
  const set = Object.fromEntries(Object.entries(lookPart(rest)).filter(([, value]) => value !== null));
  const hasSign = name !== null || logo !== null;
  return {
    ...server,
    ...set,
    ...(hasSign && { name: name ?? server.name, logo, logoDark }),
    accent: accentOf(accentLight, accentDark) ?? server.accent,
  };
}

type Part = Omit<Look, 'serverName' | 'accent'>;

/** The members that a look has from a record: without the columns that say whose it is. */
function lookPart(record: Partial<BrandingRecord>): Part {
  const members = Object.keys(HEARTH_LOOK) as (keyof Look)[];
  const values = record as Readonly<Record<string, string | null>>;
  const found = members.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
  return Object.fromEntries(found) as Part;
}
