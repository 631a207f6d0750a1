// Loaded into the server under test, with --expose-gc: on request it collects garbage and reports the remaining heap,
// and the CPU time of the server without that of the collection. The server itself does not know of it.
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
let ours = 0;

process.on('message', ({ settle }) => {
  const before = seconds();
  for (let i = 0; i < 2; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ settled: settle, live: heapUsed + external, cpuSeconds: before - ours });
  ours += seconds() - before;
});
process.channel?.unref(); // the channel must not keep the process running by itself
