import {
  BRANDING_FIELDS,
  IMAGE_FIELDS,
  type BrandingRecord,
  type ImageField,
} from '../../identity/branding/branding.fields.js';
import { groundsOf, isColour, LEAST_CONTRAST, ownAccent, type Theme } from '../../platform/pages/accent.js';
import { Checkbox, Field, FileField } from '../../platform/pages/form.js';
import { imageAddress } from '../../platform/pages/look.js';
import { sentenceAbout } from '../../platform/records/about.js';
import { fieldsIn, type AnyField } from '../../platform/records/field.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { FormErrors } from '../shell/console/sent-form.js';

const THEMES: Readonly<Record<string, Theme>> = { accentLight: 'light', accentDark: 'dark' };
const FORMATS = 'PNG, JPEG, WebP, GIF or SVG, at most 256 KiB; drawn anew as a PNG of at most';

interface BrandingFieldsProps {
  /** What was saved last; null: nothing. */
  readonly saved: BrandingRecord | null;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly errors: FormErrors;
}

/** The fields of a branding in their order: colours with a picker, images as files, all others as they are declared. */
export function BrandingFields({ saved, values, errors }: BrandingFieldsProps) {
  return (
    <>
      {fieldsIn(BRANDING_FIELDS).map(([name, field]) => {
        const said = { name, label: field.label, error: errors[name] };
        if (isImage(name))
          return (
            <ImageInput
              key={name}
              {...{ ...said, name }}
              image={saved?.[name] ?? null}
              isRemoved={values[removalOf(name)] === true}
            />
          );
        if (Object.hasOwn(THEMES, name))
          return <ColourInput key={name} {...said} field={field} value={String(values[name])} />;
        return <RecordFields key={name} fields={{ [name]: field }} values={values} errors={errors} />;
      })}
    </>
  );
}

/** The name of the box that takes an image away. */
export function removalOf(name: ImageField): string {
  return `remove-${name}`;
}

interface InputProps {
  readonly name: string;
  readonly label: string;
  readonly error?: string;
}

interface ColourInputProps extends InputProps {
  readonly field: AnyField;
  readonly value: string;
}

/** The text is what is sent. A script shows the picker, and tells the contrast by the rule that it finds here. */
function ColourInput({ field, value, ...said }: ColourInputProps) {
  const theme = THEMES[said.name];
  const picker = (
    <>
      <input
        type="color"
        hidden
        aria-label={`${said.label}: colour picker`}
        autocomplete="off"
        value={isColour(value) ? value : ownAccent(theme)}
        data-picks={said.name}
        data-grounds={groundsOf(theme).join(' ')}
        data-least={LEAST_CONTRAST}
      />
      <output for={said.name} class="hint" />
    </>
  );
  const hint = field.hint === true ? sentenceAbout(field) : field.hint;
  return <Field {...said} type="text" value={value} longest={7} isOptional hint={hint} beside={picker} />;
}

interface ImageInputProps extends InputProps {
  readonly name: ImageField;
  /** The key of the image that was saved last; null: none. */
  readonly image: string | null;
  readonly isRemoved: boolean;
}

function ImageInput({ name, label, error, image, isRemoved }: ImageInputProps) {
  const { width, height } = IMAGE_FIELDS[name];
  return (
    <>
      <FileField
        {...{ name, label, error }}
        accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
        hint={`${BRANDING_FIELDS[name].hint} ${FORMATS} ${width} × ${height}.`}
      />
      {image !== null && (
        <div class="saved-image">
          <img
            class={name === 'logoDark' ? 'brand-image dark' : 'brand-image'}
            src={imageAddress(image)}
            alt=""
          />
          <Checkbox name={removalOf(name)} label={`Remove: ${label}`} isChecked={isRemoved} />
        </div>
      )}
    </>
  );
}

function isImage(name: string): name is ImageField {
  return Object.hasOwn(IMAGE_FIELDS, name);
}
