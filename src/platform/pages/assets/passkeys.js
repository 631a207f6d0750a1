// Passkeys, by the browser's Web Authentication. Without script these parts of a page stay hidden, and it says so.
{
  const webauthn = window.SimpleWebAuthnBrowser;
  // Browsers have none for an address that is a number.
  const isPossible = webauthn.browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);
  /** Before the challenge of a page that stays open expires. */
  const RENEW_MS = 8 * 60 * 1000;

  const fetched = async (address) => {
    const answer = await fetch(address, { headers: { accept: 'application/json' } });
    if (!answer.ok || answer.redirected) throw new Error(`${address} answered ${answer.status}`);
    return answer.json();
  };
  const send = (form, answer) => {
    form.elements.passkey.value = JSON.stringify(answer);
    form.submit();
  };
  const say = (box, text) => {
    const place = box.querySelector('[role=alert]');
    place.textContent = text;
    place.hidden = text === '';
  };
  const textFor = ({ dataset }, { name }) =>
    ({ NotAllowedError: dataset.cancelled, InvalidStateError: dataset.exists })[name] ?? dataset.failed;

  const signIn = (box) => {
    const form = document.getElementById(box.dataset.form);
    const button = box.querySelector('button');
    let timer;
    const autofill = async () => {
      clearTimeout(timer);
      if (!(await webauthn.browserSupportsWebAuthnAutofill())) return;
      timer = setTimeout(autofill, RENEW_MS);
      try {
        const optionsJSON = await fetched(box.dataset.options);
        send(form, await webauthn.startAuthentication({ optionsJSON, useBrowserAutofill: true }));
      } catch {
        // Nothing was chosen, or the button was pressed: the form is still there.
      }
    };
    button.addEventListener('click', async () => {
      clearTimeout(timer);
      button.disabled = true;
      say(box, '');
      try {
        const optionsJSON = await fetched(box.dataset.options);
        send(form, await webauthn.startAuthentication({ optionsJSON }));
      } catch (cause) {
        say(box, textFor(box, cause));
        button.disabled = false;
        button.focus();
        if (document.querySelector('[autocomplete~=webauthn]')) void autofill();
      }
    });
    box.hidden = false;
    if (document.querySelector('[autocomplete~=webauthn]')) void autofill();
  };

  /** A password manager that filled the password in may keep a passkey beside it, without a question. */
  const addUnasked = async (form, button) => {
    try {
      if ((await webauthn.getBrowserCapabilities()).conditionalCreate !== 'supported') return;
      const optionsJSON = await fetched(form.dataset.unasked);
      if (button.disabled) return;
      send(form, await webauthn.startRegistration({ optionsJSON, useAutoRegister: true }));
    } catch {
      // None was made, or the button was pressed: the form is still there.
    }
  };

  /** Tells the browser what became of the passkeys that it keeps; one that can't be told goes on offering them. */
  const signal = async ({ dataset }) => {
    try {
      await window.PublicKeyCredential?.[dataset.passkeySignal]?.(JSON.parse(dataset.options));
    } catch {
      // Nothing here depends on it.
    }
  };

  const add = (form) => {
    const button = form.querySelector('button');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      say(form, '');
      try {
        const optionsJSON = await fetched(form.dataset.options);
        send(form, await webauthn.startRegistration({ optionsJSON }));
      } catch (cause) {
        say(form, textFor(form, cause));
        button.disabled = false;
        button.focus();
      }
    });
    form.hidden = false;
    if (form.dataset.unasked) void addUnasked(form, button);
  };

  if (isPossible) {
    document.querySelectorAll('[data-passkey-sign-in]').forEach(signIn);
    document.querySelectorAll('form[data-passkey-add]').forEach(add);
    document.querySelectorAll('[data-passkey-signal]').forEach(signal);
    // A passkey is offered here, or once the password was right, where this device can keep one.
    const sent = document.querySelector('input[name=canPasskey]');
    const offer = document.querySelector('[data-passkey-offer]');
    if (sent || offer)
      void webauthn.platformAuthenticatorIsAvailable().then((isThere) => {
        if (sent) sent.value = isThere ? 'yes' : '';
        if (offer) offer.hidden = !isThere;
      });
  } else {
    for (const note of document.querySelectorAll('[data-passkey-impossible]')) note.hidden = false;
  }
}
