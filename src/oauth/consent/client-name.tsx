interface ClientNameProps {
  readonly name: string;
  /** null: the name leads nowhere. */
  readonly homepageUrl: string | null;
}

/** The name of an application as users read it: it leads to its homepage, beside what they are about to decide. */
export function ClientName({ name, homepageUrl }: ClientNameProps) {
  if (homepageUrl === null) return <>{name}</>;
  return (
    <a href={homepageUrl} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}
