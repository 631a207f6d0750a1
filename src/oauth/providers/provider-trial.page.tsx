import { stepPage } from '../../platform/pages/step-page.js';

/** Between a provider and the console: it goes on by itself. For administrators, so in English as the console is. */
export function backFromTrialPage(name: string, to: string): string {
  return stepPage({
    title: `Back from ${name}`,
    lead: 'What came back is shown in the console. Nobody was signed in.',
    after: [to, 'Go on to the console'],
  });
}
