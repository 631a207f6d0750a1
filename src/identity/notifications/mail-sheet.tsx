import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import '../../platform/pages/ascii-hosts.js';
import type { Theme } from '../../platform/pages/accent.js';
import type { Look } from '../../platform/pages/look.js';
import { colourTokens } from '../../platform/pages/tokens.js';
import { textsIn, type Language } from '../../platform/pages/texts/texts.js';

const TOKENS = new Map(colourTokens().map((token) => [token.name, token]));
const FONT = 'Inter,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** The id of the attachment with the logo: mails load nothing, so nobody learns who opens them. */
export const LOGO_CID = 'logo@hearth';

/** Addresses are longer than a phone is wide. */
const BREAKABLE = 'overflow-wrap:anywhere;word-break:break-word';

/** The line of a button or of a link in its place. */
export const BUTTON_LINE = 'margin:0 0 24px';

interface SheetProps {
  readonly language: Language;
  readonly subject: string;
  readonly look: Look;
  /** Small lines at the end: the reason for the mail, and its sender. */
  readonly foot: readonly string[];
  readonly children: ComponentChildren;
}

/**
 * The frame of every mail. Each element has its style, as most mail programs want it; the sheet in the head is for dark mode
 * only. Without either it is a letter, from top to bottom.
 */
export function renderSheet({ language, subject, look, foot, children }: SheetProps): string {
  const of = (name: string): string => colour(name, 'light', look);
  const sheet = render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyles(look)}</style>
      </head>
      <body class="page" style={`margin:0;padding:0;background:${of('page')};color:${of('text')}`}>
        <Table class="page" style={`background:${of('page')}`}>
          <td align="center" style="padding:24px 12px">
            <Table style="max-width:560px;text-align:left">
              <td class="soft" style={`padding:0 4px 16px;${text(of('text-strong'), 18)};font-weight:600`}>
                <Sign look={look} />
              </td>
            </Table>
            <Table
              class="card"
              style={`max-width:560px;text-align:left;background:${of('surface')};border:1px solid ${of('line')};border-radius:8px`}
            >
              <td class="text" style={`padding:24px;${text(of('text'), 16)}`}>
                {children}
              </td>
            </Table>
            <Table style="max-width:560px;text-align:left">
              <td class="muted" style={`padding:16px 4px 0;${text(of('text-muted'), 13)}`}>
                {foot.map((line) => (
                  <p key={line} style={`margin:0 0 8px;${BREAKABLE}`}>
                    {line}
                  </p>
                ))}
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>,
  );
  return `<!doctype html>${sheet}`;
}

interface ButtonProps {
  readonly href: string;
  readonly look: Look;
  readonly language: Language;
  readonly children: string;
}

/** A link as a button, and its address below; where colours are dropped it is a link. */
export function MailButton({ href, look, language, children }: ButtonProps) {
  const [ground, on] = [colour('accent', 'light', look), colour('on-accent', 'light', look)];
  return (
    <>
      <p style={BUTTON_LINE}>
        <a
          class="button"
          href={href}
          style={`display:inline-block;padding:12px 20px;border-radius:6px;background:${ground};color:${on};font-weight:600;text-decoration:none`}
        >
          {children}
        </a>
      </p>
      <Paragraph isSmall>
        {textsIn(language)('mail.address')} {href}
      </Paragraph>
    </>
  );
}

export function Paragraph({ isSmall = false, children }: { isSmall?: boolean; children: ComponentChildren }) {
  return <p style={`margin:0 0 16px;${BREAKABLE}${isSmall ? ';font-size:14px' : ''}`}>{children}</p>;
}

function Sign({ look: { logo, name } }: { readonly look: Look }) {
  if (logo === null) return <>{name}</>;
  const style = 'display:block;height:auto;width:auto;max-width:240px;max-height:48px;border:0';
  return <img src={`cid:${LOGO_CID}`} alt={name} style={style} />;
}

interface TableProps {
  readonly class?: string;
  readonly style: string;
  readonly children: ComponentChildren;
}

function Table({ class: name, style, children }: TableProps) {
  return (
    <table class={name} role="presentation" width="100%" cellspacing="0" cellpadding="0" style={style}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

function text(ink: string, pixels: number): string {
  return `color:${ink};font:${pixels}px/1.5 ${FONT}`;
}

/** The styles for dark mode. The logo keeps its light background there, since a dark one could hide it. */
function darkStyles(look: Look): string {
  const of = (name: string): string => colour(name, 'dark', look);
  const rules = {
    '.page': `background:${of('page')} !important;color:${of('text')} !important`,
    '.card': `background:${of('surface')} !important;border-color:${of('line')} !important`,
    '.text': `color:${of('text')} !important`,
    '.soft': `color:${of('text-strong')} !important`,
    '.soft img': `background:${colour('surface', 'light', look)};padding:6px;border-radius:6px`,
    '.muted': `color:${of('text-muted')} !important`,
    '.button': `background:${of('accent')} !important;color:${of('on-accent')} !important`,
  };
  const dark = Object.entries(rules).map(([selector, style]) => `${selector}{${style}}`);
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark.join('')}}`;
}

/** The colour of a design token; for the accent, the colour of the branding. */
function colour(name: string, theme: Theme, { accent }: Look): string {
  if (accent && name === 'accent') return accent[theme];
  const token = TOKENS.get(accent && name === 'on-accent' ? 'surface' : name); // as pages have it
  if (!token) throw new Error(`there is no token ${name}`);
  return token[theme];
}
