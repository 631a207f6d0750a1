import type { Credentials } from '../cast/cast.js';
import type { Persona } from '../cast/persona.js';
import type { Pair } from '../requests/request.js';
import type { Route } from '../surface/routes.js';
import { header, type Answer } from '../wire/answer.js';
import { draftOf, type Draft } from './draft.js';

/** The sign-in forms of a person's pages and of the console. A session that a call opened is valid in neither. */
export const PAGE_SIGN_IN = 'signinpost';
export const CONSOLE_SIGN_IN = 'adminsignin';

/** @returns null: the route is no such form */
export function pageSignIn(persona: Persona, route: Route, headers: readonly Pair[]): Draft | null {
  const { user, administrator, cast } = persona;
  const drafted = (who: Credentials, jar: Draft['jar'], done: () => void, refused: () => void): Draft =>
    draftOf(persona, {
      aim: route.name,
      method: 'POST',
      path: route.path,
      content: { kind: 'form', fields: Object.entries({ ...who, next: '' }) },
      headers,
      jar,
      learn: (answer) => void (isDone(answer) && done()),
      refused: ({ status }) => void (status !== 503 && refused()),
    });
  if (route.name === PAGE_SIGN_IN)
    return drafted(
      { identifier: user.email, password: cast.password },
      persona.browser,
      () => (persona.isSignedIn = persona.isOnPages = true),
      () => persona.leaveUser(),
    );
  if (route.name === CONSOLE_SIGN_IN)
    return drafted(
      administrator,
      persona.desk,
      () => (persona.isInConsole = true),
      () => persona.leaveAdministrator(),
    );
  return null;
}

/** Whether it needs no second step. */
function isDone(answer: Answer): boolean {
  return !/\/sign-in\b/.test(header(answer, 'location') ?? '');
}
