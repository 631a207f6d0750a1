interface InitialsProps {
  readonly name: string;
  /** Address of the picture; without one, the letters are shown. */
  readonly picture?: string;
}

/** A picture, or two letters, beside a name; hidden from screen readers, which read the name. */
export function Initials({ name, picture }: InitialsProps) {
  if (picture) return <img class="initials" src={picture} alt="" width="40" height="40" />;
  return (
    <span class="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0],
  );
  return letters.join('').toUpperCase() || '·';
}
