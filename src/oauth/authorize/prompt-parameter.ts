const PROMPTS = ['none', 'login', 'consent', 'select_account'];

/** The values of `prompt` (OpenID Connect Core §3.1.2.1), each once; text: what is wrong with them. */
export function readPrompts(text: string | null): readonly string[] | string {
  const sent = (text ?? '').split(' ').filter((value) => value !== '');
  if (sent.some((value) => !PROMPTS.includes(value))) return `prompt takes ${PROMPTS.join(', ')}.`;
  if (sent.includes('none') && sent.length > 1) return 'prompt=none stands alone.';
  return [...new Set(sent)];
}
