import { TestEnvironment } from 'jest-environment-node';
import { createRequire } from 'node:module';

/**
 * A test file has a context of its own, in which Jest would load everything anew. What it imports from `src` it gets
 * from outside of it instead (source-proxy.mjs), where Node.js loads each module once per worker.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireOutside = createRequire(import.meta.url);
    this.global.Reflect = Reflect; // what decorators said of those modules is found in it
  }
}
