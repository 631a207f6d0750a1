/** Rows of values as columns of values: what `unnest` takes as parameters. All rows have the same length. */
export function transpose(rows: readonly (readonly unknown[])[]): unknown[][] {
  return rows[0].map((_, column) => rows.map((row) => row[column]));
}
