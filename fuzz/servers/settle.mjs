// Loaded into a server that the fuzzer starts, with --expose-gc: when asked, it collects what is garbage and tells what is
// left, and the processor time that the server used but for this. The server knows nothing of it.
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
process.channel?.unref(); // it alone keeps no process alive
