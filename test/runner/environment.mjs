import { TestEnvironment } from 'jest-environment-node';
import { createRequire } from 'node:module';

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
}
