import { renderPage } from './layout.js';

interface Problem {
  readonly title: string;
  /** One sentence that says what to do. */
  readonly advice: string;
  readonly requestId: string;
}

/** Shown to a person instead of a page that failed. */
export function problemPage({ title, advice, requestId }: Problem): string {
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
