import { problemWithText } from '../../platform/operations/text-rules.js';

/** RFC 6749 §3.3, without the comma, the quote and the backslash that some libraries stumble over. */
const SCOPE = /^[\w.:/+~-]{1,60}$/;
const LONGEST_TEXT = 120;

/** Names that mean something at this server itself, or in OpenID Connect: no resource defines them. */
export const RESERVED_SCOPES: readonly string[] = [
  ...['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
  ...['account', 'family', 'family.manage'],
];

/** A scope that a resource defines. */
export interface ResourceScope {
  readonly name: string;
  /** What users read. */
  readonly text: string;
}

/** A line of a record in its two parts. */
export function resourceScopeIn(line: string): ResourceScope {
  const end = line.indexOf(' ');
  return end === -1
    ? { name: line, text: '' }
    : { name: line.slice(0, end), text: line.slice(end + 1).trim() };
}

export function scopeNameOf(line: string): string {
  return resourceScopeIn(line).name;
}

/** The problem with a line of a record, or null. */
export function problemWithScope(line: string): string | null {
  const { name, text } = resourceScopeIn(line);
  if (!SCOPE.test(name))
    return 'must begin with a name of letters, digits and _ . : / + ~ - (up to 60), and a space';
  if (RESERVED_SCOPES.includes(name)) return `must not define ${name}: it has a meaning of its own`;
  if (text === '') return `must have what users read behind the name ${name}`;
  if (text.length > LONGEST_TEXT)
    return `must have at most ${LONGEST_TEXT} characters behind the name ${name}`;
  return problemWithText(text);
}
