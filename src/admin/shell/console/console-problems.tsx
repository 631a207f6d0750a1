import { Injectable } from '@nestjs/common';
import type { Visit } from '../../../platform/operations/visit.js';
import { ProblemPages } from '../../../platform/http/problem-pages.js';
import type { ShownProblem } from '../../../platform/pages/problem.page.js';
import { SessionAdministrators } from '../access/session-administrators.js';
import { ButtonLink } from './actions.js';
import { renderConsole } from './frame.js';

/** Shows what went wrong under /admin in the console's frame, to whoever is signed in there. */
@Injectable()
export class ConsoleProblems {
  constructor(
    pages: ProblemPages,
    private readonly signedIn: SessionAdministrators,
  ) {
    pages.register((visit, problem) => this.render(visit, problem));
  }

  /** The frame needs the database, so that a problem of the server itself has a plain page. */
  private async render(visit: Visit, problem: ShownProblem): Promise<string | null> {
    if (!/^\/admin(\/|$)/.test(visit.path) || problem.status >= 500) return null;
    const by = await this.signedIn.find(visit, 'console');
    if (by === null) return null;
    const { title, advice, requestId } = problem;
    return renderConsole({
      title,
      section: null,
      by,
      children: (
        <>
          <p class="lead">{advice}</p>
          <p>
            <ButtonLink href="/admin">Go to the overview</ButtonLink>
          </p>
          <p class="quiet">Request {requestId}</p>
        </>
      ),
    });
  }
}
