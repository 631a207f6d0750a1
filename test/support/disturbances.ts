import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** The delay in milliseconds of each file of a kind: for tests that rely on chance (CONTRIBUTING, "Run tests"). */
const LATE: Readonly<Record<string, number>> = {
  script: Number(process.env.HEARTH_TEST_LATE_SCRIPTS ?? 0),
  document: Number(process.env.HEARTH_TEST_LATE_DOCUMENTS ?? 0),
};

/**
 * Delays what the environment names. The third disturbance, slow hands, is Playwright's own
 * (playwright.config.ts).
 */
export async function disturb(context: BrowserContext): Promise<void> {
  if (!Object.values(LATE).some((ms) => ms > 0)) return;
  await context.route('**', async (route) => {
    await setTimeout(LATE[route.request().resourceType()] ?? 0);
    await route.fallback().catch(() => undefined); // the page was left meanwhile
  });
}
