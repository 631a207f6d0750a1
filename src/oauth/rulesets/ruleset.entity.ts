import { Column, Entity, Unique } from 'typeorm';
import { GeneratedId } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';

/** A named list of patterns over call names (§2.3, D35). */
@Entity('ruleset')
@Unique('ruleset_name_key', ['name'])
export class Ruleset {
  @GeneratedId('ruleset_pkey')
  id!: Long;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  description!: string;

  /** `prov*`, `log2in`, `!provdeleteaccount`; the last one that matches wins. */
  @Column({ type: 'text', array: true })
  patterns!: string[];

  @Column({ type: 'boolean', name: 'is_shipped', default: false })
  isShipped!: boolean;
}
