interface PortBlock {
  readonly freePort: () => Promise<number>;
}
declare const requireOutside: ((path: './port-block.mjs') => PortBlock) | undefined;

/**
 * A free port, found without loading the server, for tests that spawn one. Outside the range of outgoing connections
 * and of every other process that runs tests, who could take it before it is used.
 */
export async function freePort(): Promise<number> {
  // A worker of Jest loads this file anew for each test file; its block is the process's.
  const isInRunner = typeof requireOutside === 'function';
  const block = isInRunner ? requireOutside('./port-block.mjs') : await blockOfScript();
  return block.freePort();
}

function blockOfScript(): Promise<PortBlock> {
  const path = '../runner/port-block.mjs';
  return import(path) as Promise<PortBlock>;
}
