/** Whether a `resource` (RFC 8707) or an `audience` names this server (D268). */
export function isThisServer(target: string, publicUrl: string): boolean {
  return URL.canParse(target) && new URL(target).href === new URL(publicUrl).href;
}
