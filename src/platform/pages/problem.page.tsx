import { renderPage } from './layout.js';

export interface ShownProblem {
  readonly status: number;
  readonly title: string;
  /** One sentence that says what to do. */
  readonly advice: string;
  readonly requestId: string;
  /** What was thrown, for frames that know more of it. */
  readonly cause?: unknown;
}

/** Shown to a person instead of a page that failed. */
export function problemPage({ title, advice, requestId }: ShownProblem): string {
  return renderPage({
    title,
    foot: `Request ${requestId}`,
    children: (
      <>
        <h1>{title}</h1>
        <p class="lead">{advice}</p>
        <p>
          <a href="/">Go to the start page</a>
        </p>
      </>
    ),
  });
}
