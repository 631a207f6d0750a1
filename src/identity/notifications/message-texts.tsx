import { languageOf, textsIn, type Language, type TextKey } from '../../platform/pages/texts/texts.js';
import { mayReachStrangers } from '../../platform/operations/text-rules.js';
import type { Look } from '../../platform/pages/look.js';
import { timeZoneOf } from '../../platform/pages/time-zones.js';
import { exactTime, shortTime } from '../../platform/pages/when.js';
import { shortLink } from './short-link.js';
import { fitted, plainText } from './text-length.js';
import { BUTTON_LINE, MailButton, Paragraph, renderSheet } from './mail-sheet.js';
import type { LinkKind, MessageKind } from './outbox-message.entity.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import type { LinkPayload, MessagePayload, NoticePayload } from './outbox.js';

interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The sender of a mail: its look, and the public address of the server. */
interface MailSource {
  readonly look: Look;
  readonly site: string;
  /** Further notices of the same kind that the mail includes; left out: none. */
  readonly more?: readonly NoticePayload[];
}

/** Nobody reads a longer list. */
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
 * Renders a text message of at most two segments: names that people typed are shortened as far as necessary.
 * @param more further notices, of any kind, that the message counts
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

/** The values of a text message: the time with a short month, and only the host. */
function shownShort(language: Language, payload: NoticePayload): Record<string, string> {
  const site = URL.canParse(payload.site) ? new URL(payload.site).host : payload.site;
  return { ...shown(language, payload, shortTime), site };
}

type LinkText = 'subject' | 'greeting' | 'mailText' | 'mailButton' | 'mailEnd' | 'sms';

/** Messages to people who may not know the sender, with other texts for a family whose name is not shown. */
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

/** Whether a member typed the sender's name: a client's or the service's name is no such. */
function isTyped({ clientId, isByMember = true }: LinkPayload): boolean {
  return (clientId ?? null) === null && isByMember;
}

function linkMail(kind: LinkKind, language: Language, payload: LinkPayload, source: MailSource): MailText {
  const { say, why } = linkTexts(kind, language, payload);
  const [subject, foot] = [say('subject'), footOf(language, why(hostOf(source)), source)];
  const lines = [say('greeting'), '', say('mailText'), '', payload.link, '', say('mailEnd'), '', ...foot, ''];
  const html = renderSheet({
    ...{ language, subject, foot, look: source.look },
    children: (
      <>
        <Paragraph>{say('greeting')}</Paragraph>
        <Paragraph>{say('mailText')}</Paragraph>
        <MailButton href={payload.link} look={source.look} language={language}>
          {say('mailButton')}
        </MailButton>
        <Paragraph isSmall>{say('mailEnd')}</Paragraph>
      </>
    ),
  });
  return { subject, text: lines.join('\n'), html };
}

/**
 * Renders a notice, whose only link stops what was done: people who are used to clicking links in such messages also
 * click on forged ones. The link signs nobody in, and its page asks for nothing (D341).
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
  // A notice of what someone else did or asks for does not end with "if it was you".
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
              <p style={BUTTON_LINE}>
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
          <MailButton href={stop} look={source.look} language={language}>
            {t('notMe.button')}
          </MailButton>
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

/** The signature, the reason for the mail, and the server that sent it, whatever the branding calls itself. */
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

/** The browser and system, such as "Chrome on Windows", as far as they are known. */
function browserIn(language: Language, { browser, system, network }: UserAgent): Record<string, string> {
  const t = textsIn(language);
  const known = browser !== null && system !== null ? t('account.agent', { browser, system }) : null;
  const unknown = t('notice.newBrowser.unknown');
  return { browser: known ?? browser ?? system ?? unknown, network: network ?? unknown };
}
