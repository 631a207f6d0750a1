import type { SealingPurpose } from './sealing-purposes.js';

/** A column that the Sealer writes. */
export interface SealedColumn {
  /** The entity. */
  readonly target: new () => object;
  readonly property: string;
  readonly purpose: SealingPurpose;
  /** Whose a value of it is. */
  readonly contextOf: (row: object) => Buffer;
  /** The rows that have one, where few have: SQL that an index serves. */
  readonly where: string | null;
}

const columns: SealedColumn[] = [];

/** Marks a column of an entity whose values are sealed: once another key seals, they are sealed anew (D280). */
export function Sealed<T extends object>(
  purpose: SealingPurpose,
  contextOf: (row: T) => Buffer,
  where: string | null = null,
): PropertyDecorator {
  return ({ constructor }, property) => {
    const target = constructor as SealedColumn['target'];
    columns.push({
      target,
      property: String(property),
      purpose,
      contextOf: contextOf as SealedColumn['contextOf'],
      where,
    });
  };
}

export function sealedColumns(): readonly SealedColumn[] {
  return columns;
}
