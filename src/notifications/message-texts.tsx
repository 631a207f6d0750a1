import { render } from 'preact-render-to-string';
import { languageOf, textsIn } from '../pages/texts/texts.js';
import type { MessageKind } from './outbox-message.entity.js';
import type { MessagePayload } from './outbox.js';

const INK = '#2c2723';
const ACCENT = '#a33a12';

/** A mail as text and HTML, in the account's locale (D26). Mail programs know no style sheets, so styles stand inline. */
export function renderMail(
  kind: MessageKind,
  locale: string,
  payload: MessagePayload,
): { subject: string; text: string; html: string } {
  const language = languageOf(locale);
  const t = textsIn(language);
  const say = (key: string): string => t(`${kind}.${key}`, { ...payload });
  const text = [say('greeting'), '', say('mailText'), '', payload.link, '', say('mailEnd'), ''].join('\n');
  const html = render(
    <html lang={language}>
      <body
        style={`margin:0;padding:24px;background:#fbf9f6;color:${INK};font:16px/1.5 system-ui,sans-serif`}
      >
        <div style="max-width:34em;margin:0 auto;padding:28px;background:#fff;border:1px solid #ece5dc;border-radius:10px">
          <p>{say('greeting')}</p>
          <p>{say('mailText')}</p>
          <p style="margin:28px 0">
            <a
              href={payload.link}
              style={`padding:12px 20px;border-radius:8px;background:${ACCENT};color:#fff;font-weight:600;text-decoration:none`}
            >
              {say('mailButton')}
            </a>
          </p>
          <p style="font-size:14px;color:#635a52;overflow-wrap:anywhere">{payload.link}</p>
          <p style="font-size:14px;color:#635a52">{say('mailEnd')}</p>
        </div>
      </body>
    </html>,
  );
  return { subject: say('subject'), text, html: `<!doctype html>${html}` };
}

export function renderSms(kind: MessageKind, locale: string, payload: MessagePayload): string {
  return textsIn(languageOf(locale))(`${kind}.sms`, { ...payload });
}
