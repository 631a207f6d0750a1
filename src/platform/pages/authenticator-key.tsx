import { asset } from './assets.js';
import { CopyButton } from './copy-button.js';

/** The texts around a key, in the reader's language. */
interface KeyTexts {
  readonly scan: string;
  /** What the picture shows. */
  readonly picture: string;
  readonly key: string;
  readonly open: string;
  readonly copyKey: string;
  readonly copied: string;
}

interface KeyProps {
  readonly texts: KeyTexts;
  /** A `data:` URL. */
  readonly picture: string;
  readonly keyText: string;
  /** `otpauth:`: opens the application on the same device. */
  readonly uri: string;
}

/** The key of new one-time codes: for another device as a QR code, for this one as a link and a text to copy. */
export function AuthenticatorKey({ texts, picture, keyText, uri }: KeyProps) {
  return (
    <>
      <script src={asset('buttons.js')} defer />
      <p>{texts.scan}</p>
      <div class="authenticator-key">
        <img class="qr" src={picture} alt={texts.picture} width={200} height={200} />
        <div>
          <a role="button" class="secondary" href={uri}>
            {texts.open}
          </a>
          <p>
            {texts.key}: <code>{keyText}</code>
          </p>
          <CopyButton text={keyText.replaceAll(' ', '')} label={texts.copyKey} done={texts.copied} />
        </div>
      </div>
    </>
  );
}
