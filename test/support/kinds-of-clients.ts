import { CLIENT_KINDS, demandsOf, type ClientKindName } from '../../src/oauth/clients/client-kinds.js';
import { FRAMEWORKS } from '../../src/platform/reference/snippets/snippets.js';

/** What follows from the declaration of a kind of client. */
export function expectedOf(kind: ClientKindName): {
  /** It is shown a secret when it is created. */
  readonly hasSecret: boolean;
  /** The names of the frameworks whose snippets work for it, in their order. */
  readonly frameworks: readonly string[];
} {
  const { defaults, flow } = CLIENT_KINDS[kind];
  const demands = demandsOf(defaults);
  const isPublic = defaults.clientType === 'public';
  const able = FRAMEWORKS.filter(
    ({ flows, runsIn, meets = [] }) =>
      flow in flows &&
      runsIn !== (isPublic ? 'server' : 'page') &&
      demands.every((demand) => meets.includes(demand)),
  );
  const hasSecret = !isPublic && !demands.includes('key');
  return { hasSecret, frameworks: able.map(({ name }) => name) };
}
