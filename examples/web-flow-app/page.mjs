const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The sign-in form: it goes straight to Hearth, so that no script and no page of this site sees the password. */
export function signInPage({ action, back, stateRandomCipher, note }) {
  return page(`
      ${note ? `<p role="alert">${escape(note)}</p>` : ''}
      <form method="post" action="${escape(action)}">
        <p><label for="login">E-mail, phone number or login</label>
          <input id="login" name="login" autocomplete="username" required maxlength="320" /></p>
        <p><label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required /></p>
        <input type="hidden" name="stateRandomCipher" value="${escape(stateRandomCipher)}" />
        <input type="hidden" name="redirect_uri" value="${escape(back)}" />
        <button>Sign in</button>
      </form>`);
}

export function familyPage({ name, families }) {
  const family = ({ familyName, Calendar_Service: calendar }) =>
    `<li>${escape(familyName)}${calendar ? ', with a calendar' : ''}</li>`;
  return page(`
      <p>Signed in as <strong>${escape(name)}</strong>.</p>
      <h2>Your families</h2>
      <ul>${families.map(family).join('')}</ul>
      <form method="post" action="/sign-out"><button>Sign out</button></form>`);
}

function page(content) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Family site</title>
    <style>
      body { max-width: 36rem; margin: 3rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; line-height: 1.5 }
      label { display: block }
      input, button { box-sizing: border-box; padding: 0.6rem 0.8rem; font: inherit }
      input { width: 100%; max-width: 22rem }
    </style>
  </head>
  <body>
    <main>
      <h1>Family site</h1>${content}
    </main>
  </body>
</html>`;
}
