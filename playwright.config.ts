import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/runner/chromium.mjs';
import { useCompiledSources } from './test/runner/compiled-imports.mjs';

await useCompiledSources();

/** Tests in a real browser, in three lanes; everything else runs by Jest. */
export default defineConfig({
  projects: ['walks', 'browser', 'looks'].map((name) => ({ name, testDir: `test/${name}` })),
  globalSetup: './test/runner/set-up/pages.mjs',
  globalTeardown: './test/runner/set-up/tear-down.mjs',
  build: { external: ['**/.compiled/**', '**/test/runner/**'] },
  outputDir: '.playwright',
  reporter: 'list',
  workers: 2,
  timeout: process.env.SCREENSHOTS ? 900_000 : 300_000, // ends only what hangs, on a busy machine too
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(await launchOptions()),
      slowMo: Number(process.env.HEARTH_TEST_SLOW_HANDS ?? 0), // a pause after each act of the user
    },
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
});
