import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { languageOf, textsIn, type Language } from '../../platform/pages/texts/texts.js';
import type { MessageKind } from './outbox-message.entity.js';
import type { LinkPayload, MessagePayload, NoticePayload } from './outbox.js';

const INK = '#2c2723';
const ACCENT = '#a33a12';

interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail as text and HTML, in the account's locale (D26). Mail programs ignore style sheets, so styles are inline. */
export function renderMail(kind: MessageKind, locale: string, payload: MessagePayload): MailText {
  const language = languageOf(locale);
  return 'link' in payload ? linkMail(kind, language, payload) : noticeMail(kind, language, payload);
}

export function renderSms(kind: MessageKind, locale: string, payload: MessagePayload): string {
  const language = languageOf(locale);
  if ('link' in payload) return textsIn(language)(`${kind}.sms`, { ...payload });
  return textsIn(language)(`notice.${kind}.sms`, shown(language, payload));
}

function linkMail(kind: MessageKind, language: Language, payload: LinkPayload): MailText {
  const t = textsIn(language);
  const say = (key: string): string => t(`${kind}.${key}`, { ...payload });
  const text = [say('greeting'), '', say('mailText'), '', payload.link, '', say('mailEnd'), ''].join('\n');
  const html = renderSheet(
    language,
    <>
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
    </>,
  );
  return { subject: say('subject'), text, html };
}

/** Without a link: people who are used to clicking links in such messages click on forged ones too. */
function noticeMail(kind: MessageKind, language: Language, payload: NoticePayload): MailText {
  const t = textsIn(language);
  const say = (key: string): string => t(`notice.${key}`, shown(language, payload));
  const end = say(kind === 'identifierProposed' ? `${kind}.end` : 'end'); // nothing has changed yet
  const [greeting, what] = [say('greeting'), say(`${kind}.text`)];
  const html = renderSheet(
    language,
    <>
      <p>{greeting}</p>
      <p>{what}</p>
      <p>{end}</p>
    </>,
  );
  return { subject: say(`${kind}.subject`), text: [greeting, '', what, '', end, ''].join('\n'), html };
}

function shown(language: Language, { at, ...payload }: NoticePayload): Record<string, string> {
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return { ...payload, at: `${moment.format(new Date(at))} UTC` };
}

function renderSheet(language: Language, children: ComponentChildren): string {
  const sheet = render(
    <html lang={language}>
      <body
        style={`margin:0;padding:24px;background:#fbf9f6;color:${INK};font:16px/1.5 system-ui,sans-serif`}
      >
        <div style="max-width:34em;margin:0 auto;padding:28px;background:#fff;border:1px solid #ece5dc;border-radius:10px">
          {children}
        </div>
      </body>
    </html>,
  );
  return `<!doctype html>${sheet}`;
}
