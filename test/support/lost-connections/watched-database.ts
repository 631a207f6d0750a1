import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Database, type Statement } from '../../../src/platform/database/database.js';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const NAMED_WRITE =
  /name: '([\w.-]+)',\s*(?:isRepeatable: true,[^\n]*\s*)?(?:\/\/[^\n]*\s*)?(?:columns: [^\n]*\s*)?(?:key: [^\n]*\s*)?text: (?:\([^)]*\) =>\s*)?[`']\s*(?:WITH [^`]*?)?(?:INSERT INTO|UPDATE|DELETE FROM) /g;

/** The place of each transaction of src, and the names of the statements that write by themselves. */
export function declared(): { transactions: string[]; statements: string[] } {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!spec)\.ts$/.test(path),
  );
  const transactions: string[] = [];
  const statements: string[] = [];
  for (const path of files) {
    const text = readFileSync(SRC + path, 'utf8');
    text.split('\n').forEach((line, index) => {
      if (/\bdatabase\.transaction\(/.test(line)) transactions.push(`src/${path}:${index + 1}`);
    });
    for (const [, name] of text.matchAll(NAMED_WRITE)) statements.push(name);
  }
  return { transactions: transactions.sort(), statements: statements.sort() };
}

/** Records who requests transactions, and for which statements. */
export function watchDatabase(): { transactions: Set<string>; statements: Set<string> } {
  const transactions = new Set<string>();
  const statements = new Set<string>();
  const { transaction, query } = Database.prototype as unknown as Record<
    string,
    (...a: unknown[]) => unknown
  >;
  Object.assign(Database.prototype, {
    transaction(this: Database, ...asked: unknown[]) {
      const frames = (new Error().stack ?? '').split('\n');
      const caller = frames.find(
        (frame) => frame.includes(SRC) && !frame.includes('/src/platform/database/'),
      );
      const [, where] = /\/(src\/[\w./-]+:\d+):\d+/.exec(caller ?? '') ?? [];
      transactions.add(where ?? 'nowhere');
      return transaction.apply(this, asked);
    },
    query(this: Database, ...asked: unknown[]) {
      statements.add((asked[0] as Statement).name);
      return query.apply(this, asked);
    },
  });
  return { transactions, statements };
}
