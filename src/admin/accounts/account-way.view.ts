import { ApiProperty } from '@nestjs/swagger';
import { SHOWN_KINDS, type ShownKind } from '../../identity/ways-in/shown-ways.js';
import { WAY_TYPES, type ListedWay, type WayType } from '../../identity/accounts/ways-list.js';
import { ApiNullable, listOf } from '../shell/views.js';

/** A way into an account. It has no credential. */
export class WayView {
  @ApiProperty({ enum: SHOWN_KINDS, description: 'As docs/reference/security.md has them.' })
  kind!: ShownKind;
  @ApiProperty({ description: 'Identifies it among those of its kind when you end it.' })
  wayId!: string;
  @ApiProperty({ enum: WAY_TYPES, description: 'What it is.' })
  type!: WayType;
  @ApiNullable(String, 'As its owner or its application calls it, or the address it is about.')
  name!: string | null;
  @ApiNullable(String, 'More about it: the device, the family, the scopes.')
  detail!: string | null;
  @ApiNullable(Date, 'null: it was there with the account, or nobody knows.')
  since!: Date | null;
  @ApiNullable(Date, 'null: never, or nobody knows.')
  lastUsedAt!: Date | null;
  @ApiNullable(
    String,
    'The browser that it is in, else that it was made in, such as Firefox; null: not known.',
  )
  browser!: string | null;
  @ApiNullable(String, 'Such as Windows or iPhone; null: not known.')
  system!: string | null;
  @ApiNullable(String, 'Roughly, such as 203.0.113.x; null: not known.')
  network!: string | null;
  @ApiNullable(Date, 'When who made it had signed in on a page; null: on none, or not known.')
  signedInAt!: Date | null;
  @ApiNullable(Date, 'Out of use since then, until its user takes it back.')
  suspendedAt!: Date | null;
  @ApiProperty({
    description:
      'false: the password is replaced, and a second factor that is settled goes by its recovery alone, with the wait.',
  })
  canEnd!: boolean;
}

export class WayPage extends listOf(WayView) {}

export function toWayView(way: ListedWay): WayView {
  const {
    kind,
    id: wayId,
    type,
    name,
    detail,
    since,
    lastUsedAt,
    agent,
    signedInAt,
    suspendedAt,
    canEnd,
  } = way;
  const place = {
    browser: agent?.browser ?? null,
    system: agent?.system ?? null,
    network: agent?.network ?? null,
  };
  return { kind, wayId, type, name, detail, since, lastUsedAt, ...place, signedInAt, suspendedAt, canEnd };
}
