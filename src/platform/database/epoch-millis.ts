/** A timestamptz column as milliseconds since the epoch: to read its text as a date costs more than all else of a row. */
export const epochMillis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;
