import ts from 'typescript';

/** A comment, or the title of a test or a group of tests. */
export interface Wording {
  /** Counted from 1. */
  readonly line: number;
  /** On one line, without the marks of a comment. */
  readonly text: string;
}

const TESTS = ['describe', 'it', 'test'];

/** All comments and test titles of a source. */
export function wordingsOf(path: string, source: string): Wording[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const note = ({ pos, end }: ts.TextRange): unknown => found.set(pos, plain(source.slice(pos, end)));
  visit(file, (node) => {
    const title = titleOf(node);
    if (title) found.set(title.getStart(file), title.getText(file).slice(1, -1));
    if (node.kind === ts.SyntaxKind.JsxText || node.getChildCount(file) > 0) return;
    for (const range of commentsAround(source, node)) note(range);
  });
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: file.getLineAndCharacterOfPosition(at).line + 1, text }));
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  for (const child of node.getChildren()) if (!ts.isJSDoc(child)) visit(child, see);
}

/** `it('…')`, `describe.skip('…')`, `it.each(…)('…')`. */
function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return undefined;
  const callee = calleeOf(node.expression);
  return ts.isIdentifier(callee) && TESTS.includes(callee.text) ? first : undefined;
}

function calleeOf(expression: ts.Expression): ts.Expression {
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return calleeOf(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? calleeOf(expression.tag) : expression;
}

function commentsAround(source: string, token: ts.Node): ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(source, token.pos) ?? []),
    ...(ts.getTrailingCommentRanges(source, token.end) ?? []),
  ];
}

function plain(comment: string): string {
  return comment
    .replace(/^\/\*[*\s]*|\s*\*+\/$|^\/\/\s*/g, '')
    .replace(/\s*\n\s*\*?\s?/g, ' ')
    .trim();
}
