interface MovedPage {
  /** The page that it is now, by its path below docs/, without `.md`. */
  readonly to: string;
  /** Where each of its anchors is now, if that is not `to`. */
  readonly sections: Readonly<Record<string, string>>;
}

/** Pages that lay in docs/ itself, by the folder they lie in now. */
const IN_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  start: ['getting-started', 'which-way'],
  'sign-people-in': [
    ...[
      'authentication',
      'branding',
      'browser-applications',
      'client-library',
      'devices',
      'dpop',
      'libraries',
    ],
    ...['own-account', 'pushed-requests', 'resource-servers', 'single-sign-on', 'third-party'],
    ...['unregistered-clients', 'web-flow'],
  ],
  provision: ['provisioning', 'webhooks'],
  administer: ['administration', 'audit', 'clients', 'command-line'],
  reference: ['architecture', 'asvs', 'conformance', 'design', 'fuzzing', 'security'],
};

/** The page about operations became several: its anchors, by the page that has them now. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'operate/runbook': [
    ...['the-first-administrator', 'the-second-factor-of-administrators', 'administrators'],
    ...['a-host-of-its-own', 'deploying', 'containers', 'kubernetes', 'behind-a-proxy'],
    ...['tls-without-a-proxy', 'upgrades', 'migrations', 'e-mail-addresses-that-two-accounts-have'],
    ...['same-addresses', 'stopping', 'backup-and-restore', 'postgresql', 'embedded', 'keys', 'alarms'],
  ],
  'operate/incidents': ['after-an-intrusion', 'an-account-was-stolen', 'stolen-account'],
  'operate/settings': ['settings'],
  'operate/database': ['database', 'its-url', 'failover', 'patroni', 'other-engines', 'poolers'],
  'operate/measured': ['capacity', 'how-far-it-carries', 'what-was-made-to-fail'],
  'operate/reference': [
    ...['limits', 'fetching-partners-keys', 'lists-of-passwords', 'accounts-with-hashes-of-another-system'],
    ...['passkeys', 'several-nodes', 'logs', 'audit', 'messages', 'what-text-messages-may-cost'],
    ...['health-and-metrics', 'what-the-overview-counts', 'traces', 'what-strangers-can-fill'],
  ],
};

/** The old pages by their names: docs/moved.md lists them, and the server leads from each to its new place. */
export const MOVED: Readonly<Record<string, MovedPage>> = {
  ...fromLists(IN_FOLDERS, (folder, page) => [page, { to: `${folder}/${page}`, sections: {} }]),
  // A server is not told the anchor: the list of what moved has them all, each with a link.
  operations: {
    to: 'moved',
    sections: fromLists(OPERATIONS, (page, anchor) => [anchor, `${page}#${anchor}`]),
  },
};

function fromLists<T>(
  lists: Readonly<Record<string, readonly string[]>>,
  entryOf: (of: string, name: string) => [string, T],
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([of, names]) => names.map((name) => entryOf(of, name))),
  );
}
