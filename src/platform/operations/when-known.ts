/** Continues with a value, synchronously if it is in memory: a promise costs more than most steps of a call do. */
export function whenKnown<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
