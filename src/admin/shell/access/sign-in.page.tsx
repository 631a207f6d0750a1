import { Field } from '../../../platform/pages/form.js';
import { renderPage } from '../../../platform/pages/layout.js';

interface SignInProps {
  /** Where it goes on afterwards. */
  readonly next: string;
  readonly identifier?: string;
  readonly error?: string;
}

export function adminSignInPage({ next, identifier, error }: SignInProps): string {
  return renderPage({
    title: 'Sign in to the administration',
    foot: '',
    children: (
      <>
        <h1>Administration</h1>
        <p class="lead">For accounts with the role administrator or support.</p>
        {error && (
          <p role="alert" class="notice error">
            {error}
          </p>
        )}
        <form method="post" action="/admin/sign-in" class="card">
          <input type="hidden" name="next" value={next} />
          <Field
            name="identifier"
            label="E-mail address, phone number or login"
            type="text"
            autocomplete="username"
            value={identifier}
          />
          <Field name="password" label="Password" type="password" autocomplete="current-password" />
          <button type="submit">Sign in</button>
        </form>
        <p class="after">
          <a href="/sign-in">Sign in to your own account instead</a>
        </p>
      </>
    ),
  });
}

interface SetupProps {
  readonly name?: string;
  readonly identifier?: string;
  readonly problem?: string;
  readonly errors?: Readonly<Record<string, string>>;
}

export function setupPage({ name, identifier, problem, errors = {} }: SetupProps = {}): string {
  return renderPage({
    title: 'Set up',
    foot: '',
    children: (
      <>
        <h1>The first administrator</h1>
        <p class="lead">This server has no administrator yet. It printed a setup code when it started.</p>
        {problem && (
          <p role="alert" class="notice error">
            {problem}
          </p>
        )}
        <form method="post" action="/admin/setup" class="card">
          <Field name="code" label="Setup code" type="text" error={errors.code} />
          <Field
            name="name"
            label="Your name"
            type="text"
            autocomplete="name"
            value={name}
            error={errors.name}
          />
          <Field
            name="identifier"
            label="E-mail address or login"
            type="text"
            autocomplete="username"
            value={identifier}
            error={errors.identifier}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            hint="At least 8 characters."
            error={errors.password}
          />
          <button type="submit">Create the administrator</button>
        </form>
      </>
    ),
  });
}
