import { Checkbox, Field, FileField, Select, TextArea } from '../../platform/pages/form.js';
import { PasswordField } from '../shell/console/confirm-form.js';

const OPTIONS = [
  ['a', 'The first choice'],
  ['b', 'Another one'],
] as const;

/** Each field: empty, filled, with a hint, with an error. The form is sent back here, where nothing reads it. */
export function Forms() {
  return (
    <form method="get" action="/admin/design">
      <Field name="empty" label="Empty" type="text" isOptional />
      <Field name="filled" label="With a hint" type="text" value="Anna" hint="What the hint says." />
      <Field name="wrong" label="Refused" type="text" value="no number" error="Refused must be a number." />
      <Field name="count" label="Number" type="number" value="42" />
      <Field name="search" label="Search" type="search" isOptional />
      <Field name="moment" label="Date and time (UTC)" type="datetime-local" value="2026-11-21T12:00" />
      <Field
        name="moment-wrong"
        label="Date and time (UTC), refused"
        type="datetime-local"
        error="Date and time (UTC) must be in the past."
      />
      <PasswordField id="password" />
      <PasswordField id="password-wrong" error="The password is wrong." />
      <Select name="choice" label="Choice" value="b" options={OPTIONS} hint="One of several." />
      <Select
        name="choice-wrong"
        label="Choice, refused"
        value="a"
        options={OPTIONS}
        error="Choose another."
      />
      <TextArea name="lines" label="Lines" value={'https://one.example\nhttps://two.example'} rows={3} />
      <TextArea name="lines-wrong" label="Lines, refused" rows={2} error="Line 1 must be a URL." />
      <FileField name="file" label="File" accept=".json" hint="Up to 16 MiB." />
      <Checkbox name="yes" label="Checked" isChecked hint="What it means." />
      <Checkbox name="no" label="Not checked" isChecked={false} error="This is needed." />
      <div class="field">
        <label for="fixed">Can’t be changed</label>
        <input id="fixed" value="Fixed" disabled />
      </div>
      <details open>
        <summary>More, open</summary>
        <Field name="more" label="Rarely needed" type="text" isOptional />
      </details>
      <details>
        <summary>More, closed</summary>
        <p>Nothing else.</p>
      </details>
      <div class="choices after">
        <button type="submit">Save changes</button>
        <button type="submit" class="secondary">
          Preview
        </button>
      </div>
    </form>
  );
}
