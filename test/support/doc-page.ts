/**
 * The shell lines of a page of the documentation, and their documented output.
 *
 * A block marked `sh` is run, all of a page in one shell. A block of another kind directly behind it is its
 * output; without one it prints nothing. There, white space doesn't count, and a word that ends in `…` is
 * different each time: `"access_token":"cBDjSgxU…"`.
 */
export interface Step {
  /** Number of the block's first line of code, from 1. */
  readonly line: number;
  readonly shell: string;
  readonly shown: string;
}

export interface Block {
  readonly line: number;
  /** Number of the first line behind it. */
  readonly end: number;
  readonly language: string;
  readonly text: string;
}

export function stepsOf(page: string): Step[] {
  const blocks = blocksOf(page);
  const lines = page.split('\n');
  return blocks.flatMap(({ line, end, language, text }, index) => {
    if (language !== 'sh') return [];
    const next = blocks.at(index + 1);
    const isAnswer =
      next !== undefined &&
      next.language !== 'sh' &&
      lines.slice(end - 1, next.line - 2).every((between) => between.trim() === '');
    return [{ line, shell: text, shown: isAnswer ? next.text : '' }];
  });
}

/** Whether the page has a block of commands, marked as such or not. */
export function hasCommands(page: string): boolean {
  return blocksOf(page).some(
    ({ language, text }) =>
      ['sh', 'bash', 'shell', 'console'].includes(language) ||
      (language === '' && /^(curl|docker|git|hearth|node|npm|source) /m.test(text)),
  );
}

/** The commands in the cells of the page's tables, in their order. */
export function commandsInTables(page: string): Step[] {
  return page.split('\n').flatMap((row, index) => {
    if (!row.startsWith('|')) return [];
    const codes = [...row.matchAll(/`([^`]+)`/g)].map(([, code]) => code.replaceAll('\\|', '|'));
    const commands = codes.filter((code) => /\b(curl|npm) /.test(code));
    return commands.map((shell) => ({ line: index + 1, shell, shown: '' }));
  });
}

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const lines = page.split('\n');
  for (let start = 0; start < lines.length; start++) {
    const [, indent, language] = /^( *)```(\w*)$/.exec(lines[start]) ?? [];
    if (indent === undefined) continue;
    const end = lines.indexOf(`${indent}\`\`\``, start + 1);
    const text = lines.slice(start + 1, end).map((line) => line.slice(indent.length));
    blocks.push({ line: start + 2, end: end + 2, language, text: text.join('\n') });
    start = end;
  }
  return blocks;
}

/** The output, with the page's words where only variable parts differ. */
export function asShown(came: string, shown: string): string {
  return new RegExp(`^${patternOf(shown)}$`).test(bare(came)) ? shown : came;
}

/** Whether the output has the page's words somewhere. */
export function hasShown(came: string, shown: string): boolean {
  return new RegExp(patternOf(shown)).test(bare(came));
}

function patternOf(shown: string): string {
  return bare(shown)
    .split(/[\w%.-]*…/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^"&]+')
    .replaceAll(/(?<="expires_in":)\d+/g, '\\d+'); // the rest: seconds less on a busy machine
}

function bare(text: string): string {
  return text.replaceAll(/\s/g, '');
}
