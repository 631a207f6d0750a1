import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';

/** The owner of the server's branding; a client's is the client's number. */
export const SERVER: Long = '0';

/** live: what people see. draft: what an administrator prepares; it has every member, and replaces the live one. */
export type BrandingStage = 'live' | 'draft';

/** How people's pages and mails look, of the server or of one client (D233). null: not branded. */
@Entity('branding')
@Check('branding_stage_check', `"stage" IN ('live', 'draft')`)
@Check('branding_owner_check', '"owner" = coalesce("client_id", 0)')
export class Branding {
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'branding_pkey' })
  owner!: Long;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'branding_pkey' })
  stage!: BrandingStage;

  /** null: the server's. */
  @RefersTo('Client', 'branding.client_id', { nullable: true, index: 'set' })
  clientId!: Long | null;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', name: 'accent_light', nullable: true })
  accentLight!: string | null;

  @Column({ type: 'text', name: 'accent_dark', nullable: true })
  accentDark!: string | null;

  @Column({ type: 'text', nullable: true })
  logo!: string | null;

  @Column({ type: 'text', name: 'logo_dark', nullable: true })
  logoDark!: string | null;

  @Column({ type: 'text', nullable: true })
  icon!: string | null;

  @Column({ type: 'text', name: 'sender_name', nullable: true })
  senderName!: string | null;

  @Column({ type: 'text', nullable: true })
  signature!: string | null;

  @Column({ type: 'text', name: 'terms_url', nullable: true })
  termsUrl!: string | null;

  @Column({ type: 'text', name: 'privacy_url', nullable: true })
  privacyUrl!: string | null;

  @Column({ type: 'text', name: 'support_url', nullable: true })
  supportUrl!: string | null;

  @Column({ type: 'text', name: 'password_note', nullable: true })
  passwordNote!: string | null;
}
