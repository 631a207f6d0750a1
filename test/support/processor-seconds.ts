/** The seconds of the processor that `work` takes, which a busy machine does not change. */
export function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1e6;
}
