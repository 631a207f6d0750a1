import { Injectable } from '@nestjs/common';
import type { Visit } from '../operations/visit.js';
import { problemPage, type ShownProblem } from '../pages/problem.page.js';

/** @returns the page of a problem in a special frame; null: the visit belongs to another frame */
type ProblemFrame = (visit: Visit, problem: ShownProblem) => Promise<string | null>;

/** Pages of problems. A room above registers its frame: the console keeps its menu on a 404. */
@Injectable()
export class ProblemPages {
  private readonly frames: ProblemFrame[] = [];

  register(frame: ProblemFrame): void {
    this.frames.push(frame);
  }

  async render(visit: Visit, problem: ShownProblem): Promise<string> {
    for (const frame of this.frames) {
      const page = await frame(visit, problem);
      if (page !== null) return page;
    }
    return problemPage(problem);
  }
}
