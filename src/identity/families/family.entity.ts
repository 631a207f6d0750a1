import { Check, Column, Entity, Index } from 'typeorm';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';

/** A family, its premium type and its services (§2.5). */
@Entity('family')
@Index('family_name_search_idx', { synchronize: false }) // of lower(name) in byte order: for the administration
@Index('family_created_by_id_idx', ['createdBy', 'id'], { where: '"created_by" IS NOT NULL' })
@Check('family_premium_type_check', '"premium_type" BETWEEN 0 AND 2')
export class Family {
  @GeneratedId('family_pkey')
  id!: Long;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'smallint', name: 'premium_type', default: 0 })
  premiumType!: number;

  @Column({ type: 'boolean', name: 'calendar_service', default: true })
  calendarService!: boolean;

  @Column({ type: 'boolean', name: 'location_service', default: true })
  locationService!: boolean;

  @Column({ type: 'boolean', name: 'autotracking_service', default: false })
  autotrackingService!: boolean;

  @Column({ type: 'boolean', name: 'message_service', default: true })
  messageService!: boolean;

  @Column({ type: 'boolean', name: 'photo_service', default: true })
  photoService!: boolean;

  @Column({ type: 'boolean', name: 'video_service', default: true })
  videoService!: boolean;

  @Column({ type: 'boolean', name: 'audio_service', default: true })
  audioService!: boolean;

  @Column({ type: 'boolean', name: 'task_service', default: true })
  taskService!: boolean;

  /** Its members use no applications that nobody registered (D430). */
  @Column({ type: 'boolean', name: 'refuses_unregistered', default: false })
  refusesUnregistered!: boolean;

  /** Copied from the picture, so that the account information needs no further look-up. */
  @Column({ type: 'text', name: 'picture_key', nullable: true })
  pictureKey!: string | null;

  /** The client that provisioned it; null: none. */
  @RefersTo('Client', 'family.created_by', { onDelete: 'SET NULL', nullable: true, index: 'none' })
  createdBy!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
