import { renderPage } from '../../platform/pages/layout.js';

/** Between a provider and the console: it goes on by itself. For administrators, so in English as the console is. */
export function backFromTrialPage(name: string, to: string): string {
  return renderPage({
    isNarrow: true,
    title: `Back from ${name}`,
    foot: '',
    children: (
      <>
        <h1>Back from {name}</h1>
        <p class="lead">What came back is shown in the console. Nobody was signed in.</p>
        <p class="after">
          <a href={to}>Go on to the console</a>
        </p>
      </>
    ),
  });
}
