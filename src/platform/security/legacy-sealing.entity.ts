import { Check, Entity, PrimaryColumn } from 'typeorm';

/** Its row says that MASTER_KEY itself seals, which nodes of 0.2 can open; without it subkeys do (D331). */
@Entity('legacy_sealing')
@Check('legacy_sealing_one_check', '"id" = 1')
export class LegacySealing {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'legacy_sealing_pkey' })
  id!: number;
}
