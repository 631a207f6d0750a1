const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const button = (action, label) => `<form method="post" action="${action}"><button>${label}</button></form>`;

/** The one page of the example; without a family there is only the button to connect. */
export function page({ family, note }) {
  const content = family
    ? `<p>Signed in as <strong>${escape(family.name)}</strong>.</p>
       <ul>${family.families.map(({ familyName }) => `<li>${escape(familyName)}</li>`).join('')}</ul>
       ${button('/refresh', 'Refresh the token')} ${button('/disconnect', 'Disconnect')}`
    : button('/connect', 'Connect with Hearth') + button('/connect-by-server', 'Connect by the server');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Demo shop</title>
    <style>
      body { max-width: 36rem; margin: 3rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; line-height: 1.5 }
      form { display: inline-block; margin-right: 0.5rem }
      button { padding: 0.6rem 1.1rem; font: inherit }
    </style>
  </head>
  <body>
    <main>
      <h1>Demo shop</h1>
      ${note ? `<p role="status">${escape(note)}</p>` : ''}
      ${content}
    </main>
  </body>
</html>`;
}
