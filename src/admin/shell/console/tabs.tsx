interface Tab {
  readonly href: string;
  readonly name: string;
  /** Number of items; 0 is not shown. */
  readonly count?: number;
}

interface TabsProps {
  /** For screen readers: "Sections of Anna K.". */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The address of the section that is shown. */
  readonly current: string;
}

/** The sections of a record, each at its own address. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ href, name, count = 0 }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {name}
              {count > 0 && (
                <>
                  {' '}
                  <span class="count">{count}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
