const WHOLE = new Intl.NumberFormat('en');

/** "1,204" */
export function grouped(count: number): string {
  return WHOLE.format(count);
}

/** "12 sign-ins", "1 sign-in". */
export function amount(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}
