import type { Administrator } from '../shell/access/administrator.js';
import type { OverviewView } from './overview.view.js';

const STEPS = {
  client: {
    href: '/admin/clients/new',
    title: 'Register the first client',
    why: 'An application needs a client id to sign people in, or to call the API.',
  },
  mail: {
    href: '/admin/doctor',
    title: 'Let the server send mails',
    why: 'Set SMTP_URL. Until then invitations and password links wait in the outbox.',
  },
  administrator: {
    href: '/admin/accounts',
    title: 'Make someone else an administrator',
    why: 'Choose an account and give it the role. With one administrator, a lost password locks the console.',
  },
} as const;

/** The steps that a new server still lacks. Only administrators see it, until all steps are done. */
export function NextSteps({
  by,
  steps,
}: {
  readonly by: Administrator;
  readonly steps: OverviewView['nextSteps'];
}) {
  if (steps.length === 0 || by.role !== 'administrator') return null;
  return (
    <section class="card next-steps">
      <h2>Next steps</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <a href={STEPS[step].href}>{STEPS[step].title}</a>
            <span class="quiet">{STEPS[step].why}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
