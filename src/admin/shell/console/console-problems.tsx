import { Injectable } from '@nestjs/common';
import type { Visit } from '../../../platform/operations/visit.js';
import { ProblemPages } from '../../../platform/http/problem-pages.js';
import type { ShownProblem } from '../../../platform/pages/problem.page.js';
import { AdminSessions } from '../access/admin-sessions.js';
import { ButtonLink } from './actions.js';
import { renderConsole } from './console-frame.js';

/** Shows errors under /admin in the console's frame, to signed-in administrators. */
@Injectable()
export class ConsoleProblems {
  constructor(
    pages: ProblemPages,
    private readonly sessions: AdminSessions,
  ) {
    pages.register((visit, problem) => this.render(visit, problem));
  }

  /** The frame needs the database, so errors of the server itself get a plain page. */
  private async render(visit: Visit, problem: ShownProblem): Promise<string | null> {
    if (!/^\/admin(\/|$)/.test(visit.path) || problem.status >= 500) return null;
    const by = await this.sessions.administratorOf(visit, 'console');
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
