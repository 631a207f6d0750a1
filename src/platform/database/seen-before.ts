const SLOTS = 0x10000;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Of the end of a key, where numbers differ; of a digest, 64 bits. */
const USED_CHARS = 16;

/**
 * Remembers keys until others overwrite them: in a full cache, a key that comes only once is not worth an entry (the
 * "doorkeeper" of TinyLFU). 256 KB, without work for the garbage collector.
 */
export class SeenBefore {
  private readonly marks = new Uint32Array(SLOTS);

  /** Whether the key came before; false positives are very rare. */
  check(key: string): boolean {
    const mark = fnv1a(key);
    const slot = mark % SLOTS;
    const isKnown = this.marks[slot] === mark;
    this.marks[slot] = mark;
    return isKnown;
  }
}

function fnv1a(key: string): number {
  let hash = FNV_OFFSET;
  for (let i = Math.max(0, key.length - USED_CHARS); i < key.length; i++)
    hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}
