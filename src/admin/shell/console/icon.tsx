/** Drawn on a grid of 16, as lines of 1.5. */
const PATHS = {
  overview: 'M2.5 13.5h11M4.5 11V7.5M8 11V2.5M11.5 11V5.5',
  accounts:
    'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.75 13.5c.6-2.2 2.6-3.5 5.25-3.5s4.65 1.3 5.25 3.5',
  families:
    'M5.5 7a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM1.5 13c.4-2 1.9-3.25 4-3.25S9.1 11 9.5 13M11 8a1.75 1.75 0 1 0 0-3.5M11.5 10.25c1.6.15 2.7 1.15 3 2.75',
  clients: 'M8 1.75 13.5 4.75v6.5L8 14.25 2.5 11.25v-6.5ZM2.75 5 8 8l5.25-3M8 8v6',
  rulesets: 'M8 1.75 13 3.5v4.25c0 3-2 5.25-5 6.5-3-1.25-5-3.5-5-6.5V3.5ZM5.75 8l1.6 1.6 3-3.2',
  grants: 'M5.25 13.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM7.6 7.65 13.25 2M10.75 4.5l2 2',
  outbox: 'M14 2 7.25 8.75M14 2 9.75 14l-2.5-5.25L2 6.25Z',
  audit: 'M4 1.75h8v12.5H4ZM6.25 5h3.5M6.25 8h3.5M6.25 11h2',
  settings:
    'M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M9.75 6.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5ZM6.25 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  providers: 'M9.5 2.5h4v11h-4M2.5 8h7M6.75 5.25 9.5 8l-2.75 2.75',
  branding:
    'M8 1.75a6.25 6.25 0 1 0 0 12.5c1.25 0 1.5-.9 1-1.75-.6-1.1.1-2 1.25-2h1.75c1.4 0 2.25-1 2.25-2.5C14.25 4.5 11.5 1.75 8 1.75ZM5 8.25h.01M6.5 5h.01M10 5h.01',
  webhooks:
    'M8 5.75 5.5 10.25M8 5.75a2 2 0 1 1 1.75-3M3.5 13.75a2 2 0 1 1 2-3.5M5.75 11.75h5M12.5 13.5a2 2 0 1 0-1.75-3.5L8.5 6',
  resources: 'M2.5 2.5h11v4h-11ZM2.5 9.5h11v4h-11ZM5 4.5h.01M5 11.5h.01M8 4.5h3M8 11.5h3',
  doctor: 'M1.75 8.5h3l1.75-5 3 9 1.75-4h3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  copy: 'M5.75 5.75h7.5v7.5h-7.5ZM3.5 10.25h-.75v-7.5h7.5v.75',
} as const;

export type IconName = keyof typeof PATHS;
export const ICON_NAMES = Object.keys(PATHS) as IconName[];

/** An icon beside a word; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon-16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
