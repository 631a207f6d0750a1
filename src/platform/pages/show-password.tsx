import { asset } from './assets.js';

/** A box that shows what is typed as the password of the page. It needs JavaScript, and a script shows it. */
export function ShowPassword({ label }: { readonly label: string }) {
  return (
    <>
      <label class="show-password" hidden>
        <input type="checkbox" data-shows="password" />
        {label}
      </label>
      <script src={asset('show-password.js')} defer />
    </>
  );
}
