// Loaded before a node's program: the clock of its machine is off by CHAOS_CLOCK_AHEAD_MS. performance.now() goes evenly,
// as it does on such a machine.
const ahead = Number(process.env.CHAOS_CLOCK_AHEAD_MS);
const now = () => RealDate.now() + ahead;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
