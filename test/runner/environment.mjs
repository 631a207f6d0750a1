import { TestEnvironment } from 'jest-environment-node';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

const { run } = AsyncLocalStorage.prototype;
const used = new Set();
AsyncLocalStorage.prototype.run = function (...all) {
  used.add(this);
  return run.apply(this, all);
};

/**
 * Each test file has its own context, in which Jest would load every module again. Imports from `src` are served from
 * outside of it instead (source-proxy.mjs), where Node.js loads each module once per worker.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireOutside = createRequire(import.meta.url);
    this.global.Reflect = Reflect; // contains the decorator metadata of those modules
  }

  async teardown() {
    // Jest makes one for each file, and from then on Node.js does something for each of them at each promise. Code
    // that runs something in it enables it again.
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
