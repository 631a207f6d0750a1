import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../platform/security/sealed-column.js';

/** The signer key of a Firebase project: without it no password can be compared with the project's hashes (D407). */
@Entity('firebase_key')
export class FirebaseKey {
  /** 16 hex digits, a digest of the key: hashes name it. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'firebase_key_pkey' })
  id!: string;

  /** Of the project, as administrators call it. */
  @Column({ type: 'text' })
  label!: string;

  /** 64 bytes, sealed under MASTER_KEY. */
  @Sealed<FirebaseKey>('firebase key', firebaseKeyContext)
  @Column({ type: 'bytea', name: 'signer_key' })
  signerKey!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}

/** What the signer key is sealed for. */
export function firebaseKeyContext({ id }: Pick<FirebaseKey, 'id'>): Buffer {
  return Buffer.from(`firebase key ${id}`);
}
