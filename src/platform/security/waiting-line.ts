interface Waiting {
  readonly party: string;
}

/** Waiting callers by party: parties take turns, however many of their callers wait. */
export class WaitingLine<P extends Waiting> {
  /** The next party comes first. */
  private readonly byParty = new Map<string, P[]>();
  size = 0;

  add(place: P): void {
    const own = this.byParty.get(place.party);
    if (own) own.push(place);
    else this.byParty.set(place.party, [place]);
    this.size++;
  }

  /** The longest-waiting admissible caller of the first party that has one; that party then goes to the end. */
  take(may: (place: P) => boolean): P | null {
    for (const [party, places] of this.byParty) {
      const place = places.find(may);
      if (!place) continue;
      this.remove(place);
      this.byParty.delete(party);
      if (places.length > 0) this.byParty.set(party, places);
      return place;
    }
    return null;
  }

  remove(place: P): void {
    const places = this.byParty.get(place.party) as P[];
    places.splice(places.indexOf(place), 1);
    if (places.length === 0) this.byParty.delete(place.party);
    this.size--;
  }

  *[Symbol.iterator](): Generator<P> {
    for (const places of this.byParty.values()) yield* places;
  }

  /** The callers of the largest party; of equally large ones, the party that came last. */
  longest(): readonly P[] {
    let longest: readonly P[] = [];
    for (const places of this.byParty.values()) if (places.length >= longest.length) longest = places;
    return longest;
  }
}
