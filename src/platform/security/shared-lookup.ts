import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';

type Done = (failure: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;
export type LookUp = (name: string, options: LookupAllOptions, done: Done) => void;

/**
 * Shares one look-up among all concurrent ones for the same name. A look-up occupies one of Node's few threads for names, files
 * and compression until the name server answers: a slow name server gets one thread, not all.
 */
export function sharedLookup(lookUp: LookUp = lookup): LookUp {
  const asking = new Map<string, Done[]>();
  return (name, options, done) => {
    const key = JSON.stringify([name, options]);
    const waiting = asking.get(key);
    if (waiting) {
      waiting.push(done);
      return;
    }
    const all = [done];
    asking.set(key, all);
    lookUp(name, options, (failure, found) => {
      asking.delete(key);
      for (const each of all) each(failure, found);
    });
  };
}
