import { colourTokens } from '../../platform/pages/tokens.js';
import { DAY, MINUTE } from '../../platform/security/clock.js';
import { Badge, ButtonLink, type Tone } from '../shell/console/actions.js';
import { Icon, ICON_NAMES } from '../shell/console/icon.js';
import { Moment } from '../shell/console/moment.js';
import { State, STATE_NAMES } from '../shell/console/state.js';

const TONES: readonly Tone[] = ['good', 'warn', 'bad', 'info', 'neutral', 'plain'];

export function Swatches() {
  return (
    <ul class="swatches">
      {colourTokens().map(({ name }) => (
        <li key={name}>
          <svg viewBox="0 0 48 24" aria-hidden="true">
            <rect width="48" height="24" rx="4" fill={`var(--${name})`} />
          </svg>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

export function Type() {
  return (
    <>
      <h3>A heading of a part of a card</h3>
      <p>
        Text of the console is 14, on a line of 1.45. <a href="/admin/design">A link</a>,{' '}
        <strong>strong</strong>, <code>code</code>, <small>small print</small>,{' '}
        <span class="quiet">quiet</span> and <span class="wrong">wrong</span>. Digits have one width: 1111 and
        8888.
      </p>
    </>
  );
}

export function Buttons() {
  return (
    <>
      <div class="choices">
        <button type="button">Primary</button>
        <button type="button" class="secondary">
          Secondary
        </button>
        <button type="button" class="danger outline">
          Destructive
        </button>
        <button type="button" class="danger">
          Destructive, confirmed
        </button>
        <button type="button" disabled>
          Disabled
        </button>
      </div>
      <div class="choices after">
        <button type="button" class="secondary small">
          Small
        </button>
        <button type="button" class="danger outline small">
          Small, destructive
        </button>
        <ButtonLink href="/admin/design">Link to a form</ButtonLink>
        <ButtonLink href="/admin/design" isPrimary>
          Primary link
        </ButtonLink>
        <button type="button" class="plain-icon" aria-label="Copy">
          <Icon name="copy" />
        </button>
      </div>
    </>
  );
}

export function Badges() {
  return (
    <>
      <p class="badges">
        {STATE_NAMES.map((name) => (
          <State key={name} of={name} />
        ))}
      </p>
      <p class="badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </p>
    </>
  );
}

export function Icons() {
  return (
    <ul class="swatches">
      {ICON_NAMES.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

export function Moments({ now }: { readonly now: Date }) {
  const after = (elapsed: number) => new Date(now.getTime() + elapsed);
  return (
    <dl class="pairs">
      <dt>Now</dt>
      <dd>
        <Moment at={now} />
      </dd>
      <dt>Past</dt>
      <dd>
        <Moment at={after(-3 * DAY)} />
      </dd>
      <dt>Soon</dt>
      <dd>
        <Moment at={now} isDue />
      </dd>
      <dt>Future</dt>
      <dd>
        <Moment at={after(50 * MINUTE)} />
      </dd>
      <dt>With the exact one</dt>
      <dd>
        <Moment at={after(-90 * DAY)} isExact />
      </dd>
      <dt>None</dt>
      <dd>
        <Moment at={null} />
      </dd>
    </dl>
  );
}

export function Notices() {
  return (
    <>
      <p class="notice">Something to know.</p>
      <p class="notice good">Something went well.</p>
      <p class="notice warn">Something that needs attention.</p>
      <p class="notice error">Something failed, and what to do.</p>
    </>
  );
}
