import { languageOf, textsIn, type Language, type TextKey } from '../../platform/pages/texts/texts.js';
import { mayReachStrangers } from '../../platform/operations/text-rules.js';
import type { Look } from '../../platform/pages/look.js';
import { timeZoneOf } from '../../platform/pages/time-zones.js';
import { exactTime, shortTime } from '../../platform/pages/when.js';
import { shortLink } from './short-link.js';
import { fitted, plainText } from './text-length.js';
import { MailButton, Paragraph, renderSheet } from './mail-sheet.js';
import type { LinkKind, MessageKind } from './outbox-message.entity.js';
import type { LinkPayload, MessagePayload, NoticedBrowser, NoticePayload } from './outbox.js';

interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Who sends a mail: how that looks, and the public address of the server. */
interface MailSource {
  readonly look: Look;
  readonly site: string;
  /** Notices of the same kind that it tells of too; left out: none. */
  readonly more?: readonly NoticePayload[];
}

/** A longer list is read by nobody. */
const MOST_TOLD = 20;

/** A mail as text and HTML, in the account's locale (D26), in the look of its branding (D234). */
export function renderMail(
  kind: MessageKind,
  locale: string,
  payload: MessagePayload,
  source: MailSource,
): MailText {
  const language = languageOf(locale);
  return 'link' in payload
    ? linkMail(kind as LinkKind, language, payload, source)
    : noticeMail(kind, language, payload, source);
}

/**
 * At most two segments long: names that people typed are cut as far as they must be.
 * @param more notices of any kind that it counts too
 */
export function renderSms(
  kind: MessageKind,
  locale: string,
  payload: MessagePayload,
  more: readonly NoticePayload[] = [],
): string {
  const language = languageOf(locale);
  if ('link' in payload) {
    const { clientName, familyName } = payload;
    const names: Record<string, string> = { clientName, ...(familyName !== null && { familyName }) };
    const { say } = linkTexts(kind, language, { ...payload, link: shortLink(payload.link) });
    return fitted((cut) => say('sms', cut), names);
  }
  const t = textsIn(language);
  const [first] = inOrder([payload, ...more]);
  const count = more.length + 1;
  if (count > 1) return plainText(t('notice.summary', { ...shownShort(language, first), count }));
  const { value, clientName, browser = '', ...rest } = shownShort(language, payload);
  return fitted((cut) => t(`notice.${kind}.sms` as TextKey, { ...rest, ...cut }), {
    value,
    clientName,
    browser,
  });
}

/** For a text message: the time with a short month, and the host alone. */
function shownShort(language: Language, payload: NoticePayload): Record<string, string> {
  const site = URL.canParse(payload.site) ? new URL(payload.site).host : payload.site;
  return { ...shown(language, payload, shortTime), site };
}

type LinkText = 'subject' | 'greeting' | 'mailText' | 'mailButton' | 'mailEnd' | 'sms';

/** To people who may not know who sends them, with other texts for a family whose name is not shown. */
const TO_STRANGERS: Readonly<Partial<Record<MessageKind, string>>> = {
  invitation: 'unnamedInvitation',
  membership: 'unnamedMembership',
};

/** The texts of a link's message; an invitation to no family has some of its own. */
function linkTexts(
  kind: MessageKind,
  language: Language,
  payload: LinkPayload,
): {
  readonly say: (
    key: LinkText,
    names?: Readonly<Partial<Record<'clientName' | 'familyName', string>>>,
  ) => string;
  readonly why: (site: string) => string;
} {
  const t = textsIn(language);
  const unnamed = TO_STRANGERS[kind];
  const { clientName, familyName } = payload;
  const isSomeMember = unnamed !== undefined && isTyped(payload) && !mayReachStrangers(clientName);
  const isUnnamed = unnamed !== undefined && !(familyName !== null && mayReachStrangers(familyName));
  const isLone = kind === 'invitation' && familyName === null;
  const others: readonly LinkText[] = isLone
    ? ['subject', 'mailText', 'sms']
    : isUnnamed
      ? ['mailText', 'sms']
      : [];
  const ofOthers = isLone ? 'loneInvitation' : unnamed;
  const someMember = t('mail.someMember');
  const sender = isSomeMember
    ? `${someMember[0].toLocaleUpperCase(language)}${someMember.slice(1)}`
    : clientName;
  return {
    say: (key, names) => {
      const cut = isSomeMember ? { familyName: names?.familyName ?? payload.familyName } : names;
      return t(`${others.includes(key) ? ofOthers : kind}.${key}` as TextKey, {
        ...{ ...payload, clientName: sender },
        ...cut,
      });
    },
    why: (site) =>
      t(`mail.why.${kind}` as TextKey, { site, clientName: isSomeMember ? someMember : clientName }),
  };
}

/** A client's name, or the service's, was not typed by a member. */
function isTyped({ clientId, isByMember = true }: LinkPayload): boolean {
  return (clientId ?? null) === null && isByMember;
}

function linkMail(kind: LinkKind, language: Language, payload: LinkPayload, source: MailSource): MailText {
  const t = textsIn(language);
  const { say, why } = linkTexts(kind, language, payload);
  const [subject, foot] = [say('subject'), footOf(language, why(hostOf(source)), source)];
  const lines = [say('greeting'), '', say('mailText'), '', payload.link, '', say('mailEnd'), '', ...foot, ''];
  const html = renderSheet({
    ...{ language, subject, foot, look: source.look },
    children: (
      <>
        <Paragraph>{say('greeting')}</Paragraph>
        <Paragraph>{say('mailText')}</Paragraph>
        <p style="margin:0 0 24px">
          <MailButton href={payload.link} look={source.look}>
            {say('mailButton')}
          </MailButton>
        </p>
        <Paragraph isSmall>
          {t('mail.address')} {payload.link}
        </Paragraph>
        <Paragraph isSmall>{say('mailEnd')}</Paragraph>
      </>
    ),
  });
  return { subject, text: lines.join('\n'), html };
}

/**
 * Without a link, but for one that stops what was done: people who are used to clicking links in such messages click on
 * forged ones too. That one signs nobody in, and its page asks for nothing (D341).
 */
function noticeMail(
  kind: MessageKind,
  language: Language,
  payload: NoticePayload,
  source: MailSource,
): MailText {
  const t = textsIn(language);
  const say = (key: string): string =>
    t(`notice.${key}` as TextKey, { ...shown(language, payload), site: payload.site });
  const all = inOrder([payload, ...(source.more ?? [])]);
  const count = all.length;
  const subject = count === 1 ? say(`${kind}.subject`) : `${say(`${kind}.subject`)} (${count})`;
  const told = all.slice(0, MOST_TOLD).map((one) => ({
    what: t(`notice.${kind}.text` as TextKey, { ...shown(language, one), site: one.site }),
    link: count === 1 ? null : (one.stop ?? null), // each its own
  }));
  const more = count > MOST_TOLD ? [t('notice.more', { count: count - MOST_TOLD })] : [];
  const stop = count === 1 ? (payload.stop ?? null) : null;
  // What somebody else did or asks for has another end than "if it was you".
  const ends = stop === null ? [`notice.${kind}.end`, 'notice.end'] : ['notice.stopEnd'];
  const end = t(ends as TextKey[], { ...shown(language, payload), site: payload.site });
  const greeting = say('greeting');
  const foot = footOf(language, t('mail.why.notice', { site: hostOf(source) }), source);
  const html = renderSheet({
    ...{ language, subject, foot, look: source.look },
    children: (
      <>
        <Paragraph>{greeting}</Paragraph>
        {told.map(({ what, link }) => (
          <>
            <Paragraph>{what}</Paragraph>
            {link !== null && (
              <p style="margin:0 0 24px">
                <a href={link}>{t('notMe.button')}</a>
              </p>
            )}
          </>
        ))}
        {more.map((one) => (
          <Paragraph>{one}</Paragraph>
        ))}
        <Paragraph>{end}</Paragraph>
        {stop !== null && (
          <>
            <p style="margin:0 0 24px">
              <MailButton href={stop} look={source.look}>
                {t('notMe.button')}
              </MailButton>
            </p>
            <Paragraph isSmall>
              {t('mail.address')} {stop}
            </Paragraph>
          </>
        )}
      </>
    ),
  });
  const texts = told.flatMap(({ what, link }) => [what, '', ...(link === null ? [] : [link, ''])]);
  const link = stop === null ? [] : [stop, ''];
  return {
    subject,
    text: [
      ...[greeting, ''],
      ...texts,
      ...more.flatMap((one) => [one, '']),
      ...[end, '', ...link],
      ...[...foot, ''],
    ].join('\n'),
    html,
  };
}

/** The signature, why the mail came, and whose server sent it, whatever the branding calls itself. */
function footOf(language: Language, why: string, { look, site }: MailSource): string[] {
  const { signature, serverName } = look;
  const sender = textsIn(language)('mail.foot', { serverName, site });
  return [...(signature === null ? [] : [signature]), why, sender];
}

function inOrder(notices: readonly NoticePayload[]): NoticePayload[] {
  return notices.toSorted((a, b) => a.at.localeCompare(b.at));
}

function hostOf({ site }: MailSource): string {
  return new URL(site).host;
}

function shown(
  language: Language,
  { at, timeZone: chosen, browser, stop: _stop, ...payload }: NoticePayload,
  told = exactTime,
): Record<string, string> {
  const timeZone = timeZoneOf({ timeZone: chosen ?? null, countryCode: null });
  return {
    ...payload,
    ...(browser && browserIn(language, browser)),
    at: told({ language, timeZone }, new Date(at)),
  };
}

/** "Chrome on Windows", as much of it as is known. */
function browserIn(language: Language, { browser, system, network }: NoticedBrowser): Record<string, string> {
  const t = textsIn(language);
  const known = browser !== null && system !== null ? t('account.agent', { browser, system }) : null;
  const unknown = t('notice.newBrowser.unknown');
  return { browser: known ?? browser ?? system ?? unknown, network: network ?? unknown };
}
