import type { SealingPurpose } from './sealer.js';

/** A column that the Sealer writes. */
export interface SealedColumn {
  /** The entity. */
  readonly target: new () => object;
  readonly property: string;
  readonly purpose: SealingPurpose;
  /** Returns the bytes that identify the owner of a value. */
  readonly contextOf: (row: object) => Buffer;
  /** SQL for the rows with a value, if there are few; an index serves it. */
  readonly where: string | null;
}

const columns: SealedColumn[] = [];

/** Marks a column of sealed values: once another key seals, they are sealed again (D280). */
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
