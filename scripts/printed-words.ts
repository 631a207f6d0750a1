import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Stands for what differs each time. */
export const VALUE = '…';
const DEEPEST = 8;

/** A place in the sources that prints something. */
export interface Place {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly callee: string;
  /** For each argument what it may be: texts, with … for each value that only a running server knows. */
  readonly words: readonly (readonly string[])[];
}

/** What the parameters of a function may be where it is called. */
type Given = ReadonlyMap<string, readonly string[]>;
type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction;

const files = new Map<string, ts.SourceFile>();

/** All calls of these functions, and all `new` of these classes, in a source. @param path from the top of the project */
export function placesIn(path: string, callees: readonly string[]): Place[] {
  const file = sourceAt(path);
  const found: Place[] = [];
  visit(file, (node) => {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
    const callee = node.expression.getText(file);
    if (!callees.includes(callee)) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const words = (node.arguments ?? []).map((argument) => withoutParts(textsOf(argument, new Map(), 0)));
    found.push({ path, line, callee, words });
  });
  return found;
}

/** What the functions return that are members of this name, with the `name` of the object that each is in. */
export function textsOfMembers(
  path: string,
  member: string,
): { readonly of: string; readonly texts: readonly string[] }[] {
  const found: { of: string; texts: readonly string[] }[] = [];
  visit(sourceAt(path), (node) => {
    if (!ts.isPropertyAssignment(node) || node.name.getText() !== member) return;
    const named = node.parent.properties.find((other) => other.name?.getText() === 'name');
    if (!named || !ts.isPropertyAssignment(named)) throw new Error(`${path}: a ${member} without a name`);
    const [of] = textsOf(named.initializer, new Map(), 0);
    found.push({ of, texts: withoutParts(textsOfFunction(node.initializer)) });
  });
  return found;
}

/** Whether it has words of its own, by which a reader finds it. */
export function hasWords(text: string): boolean {
  return /\p{L}{3}/u.test(text);
}

/** Recognizes what a place prints, by its words. */
export function patternOf(words: string): RegExp {
  const parts = words.split(VALUE).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function sourceAt(path: string): ts.SourceFile {
  const known = files.get(path);
  if (known) return known;
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  files.set(path, file);
  return file;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** The texts that an expression may have. */
function textsOf(node: ts.Expression, given: Given, depth: number): readonly string[] {
  const texts = (inner: ts.Expression): readonly string[] => textsOf(inner, given, depth);
  if (depth > DEEPEST) return [VALUE];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isNumericLiteral(node)) return [node.text.replaceAll('_', '')];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return texts(node.expression);
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<readonly string[]>(
      (before, { expression, literal }) => joined(joined(before, texts(expression)), [literal.text]),
      [node.head.text],
    );
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined(texts(node.left), texts(node.right)).map((text) => (hasWords(text) ? text : VALUE));
  if (ts.isIdentifier(node)) return given.get(node.text) ?? textsOfName(node, depth);
  return ts.isCallExpression(node) ? textsOfCall(node, given, depth) : [VALUE];
}

function textsOfName(name: ts.Identifier, depth: number): readonly string[] {
  const declared = declarationOf(name, name.text);
  const isConstant = declared !== null && ts.isVariableDeclaration(declared) && declared.initializer;
  return isConstant ? textsOf(isConstant, new Map(), depth + 1) : [VALUE];
}

/** What a function of the project returns, null left out; or the elements of `[…].join('…')`. */
function textsOfCall(call: ts.CallExpression, given: Given, depth: number): readonly string[] {
  const { expression } = call;
  if (ts.isPropertyAccessExpression(expression) && ts.isArrayLiteralExpression(expression.expression)) {
    const elements = expression.expression.elements.map((each) =>
      ts.isSpreadElement(each) ? [VALUE] : textsOf(each, given, depth + 1),
    );
    return elements.reduce((before, texts) => joined(joined(before, [' ']), texts));
  }
  const isOwn = ts.isPropertyAccessExpression(expression) && expression.getText().startsWith('this.');
  const name = isOwn ? expression.name.text : ts.isIdentifier(expression) ? expression.text : null;
  const declared = name === null ? null : declarationOf(call, name);
  const callable = declared && callableOf(declared);
  if (!callable?.body) return [VALUE];
  const parameters = callable.parameters.map((parameter, index): [string, readonly string[]] => {
    const argument = call.arguments.at(index);
    return [parameter.name.getText(), argument ? textsOf(argument, given, depth + 1) : [VALUE]];
  });
  const texts = returnedBy(callable.body, new Map(parameters), depth);
  return texts.length === 0 ? [VALUE] : texts;
}

/** What a function returns, whatever it is given; null left out. */
function textsOfFunction(node: ts.Expression): readonly string[] {
  const declared = ts.isIdentifier(node) ? declarationOf(node, node.text) : null;
  const callable = ts.isArrowFunction(node) ? node : declared && callableOf(declared);
  return callable?.body ? returnedBy(callable.body, new Map(), 0) : [VALUE];
}

function returnedBy(body: ts.ConciseBody, given: Given, depth: number): readonly string[] {
  const returned = returnsOf(body).filter(({ kind }) => kind !== ts.SyntaxKind.NullKeyword);
  return returned.flatMap((each) => textsOf(each, given, depth + 1));
}

function callableOf(declared: ts.Node): Callable | null {
  if (ts.isFunctionDeclaration(declared) || ts.isMethodDeclaration(declared)) return declared;
  const made = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return made && ts.isArrowFunction(made) ? made : null;
}

function returnsOf(body: ts.ConciseBody): ts.Expression[] {
  if (!ts.isBlock(body)) return branchesOf(body);
  const found: ts.Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(...branchesOf(node.expression));
    node.forEachChild(look);
  };
  look(body);
  return found;
}

function branchesOf(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return branchesOf(node.expression);
  return ts.isConditionalExpression(node)
    ? [...branchesOf(node.whenTrue), ...branchesOf(node.whenFalse)]
    : [node];
}

/** The nearest declaration of a name around a node, or in the file that it is imported from; null: only a running server knows. */
function declarationOf(node: ts.Node, name: string): ts.Node | null {
  for (let { parent } = node; parent; { parent } = parent) {
    const near = declaredIn(parent, name);
    if (near !== undefined) return near;
  }
  return null;
}

/** undefined: it is not declared there. */
function declaredIn(scope: ts.Node, name: string): ts.Node | null | undefined {
  if (ts.isClassDeclaration(scope))
    return scope.members.find((member) => ts.isMethodDeclaration(member) && member.name.getText() === name);
  if (ts.isFunctionLike(scope))
    return scope.parameters.some((parameter) => namesIn(parameter.name).includes(name)) ? null : undefined;
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return undefined;
  for (const statement of scope.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations) {
        if (!namesIn(declaration.name).includes(name)) continue;
        return ts.isIdentifier(declaration.name) ? declaration : null;
      }
    if (
      ts.isImportDeclaration(statement) &&
      statement.importClause?.namedBindings?.getText().match(`\\b${name}\\b`)
    )
      return imported(statement, name);
  }
  return undefined;
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

function imported({ moduleSpecifier }: ts.ImportDeclaration, name: string): ts.Node | null {
  const { text } = moduleSpecifier as ts.StringLiteral;
  const file = moduleSpecifier.getSourceFile();
  const path = join(dirname(file.fileName), text).replace(/\.js$/, '.ts');
  return text.startsWith('.') && existsSync(path) ? (declaredIn(sourceAt(path), name) ?? null) : null;
}

function joined(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.flatMap((start) => after.map((end) => start + end));
}

/** Leaves out what another of the texts says as well, with a value or more words. */
function withoutParts(texts: readonly string[]): readonly string[] {
  const all = [...new Set(texts)];
  const saysToo = (other: string, text: string): boolean =>
    other.includes(text) || (hasWords(other) && !text.includes(other) && patternOf(other).test(text));
  return all.filter((text) => !all.some((other) => other !== text && saysToo(other, text)));
}
