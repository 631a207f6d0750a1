import { HEARTH_LOOK, imageAddress, type Look } from './look.js';

interface BrandProps {
  readonly href: string;
  readonly look?: Look;
}

/** The logo or name of the product, as a link home: Hearth's own without a branding. */
export function Brand({ href, look = HEARTH_LOOK }: BrandProps) {
  const isOwn = look.name === HEARTH_LOOK.name && look.logo === null;
  return (
    <a class="brand" href={href}>
      {isOwn && <Flame />}
      {look.logo === null ? look.name : <Logo logo={look.logo} look={look} />}
    </a>
  );
}

function Flame() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2 3 12v16a2 2 0 0 0 2 2h22a2 2 0 0 0 2-2V12Zm.4 9.2c3.4 2.7 5.6 5.4 5.6 8.8a6 6 0 0 1-12 0c0-2 .9-3.6 2.2-5 .3 1.300 1 2.200 2 2.600-.2-2.400.4-4.600 2.200-6.400Z" />
    </svg>
  );
}

function Logo({ logo, look }: { readonly logo: string; readonly look: Look }) {
  return (
    <picture>
      {look.logoDark !== null && (
        <source srcset={imageAddress(look.logoDark)} media="(prefers-color-scheme: dark)" />
      )}
      <img class={look.logoDark === null ? 'logo plate' : 'logo'} src={imageAddress(logo)} alt={look.name} />
    </picture>
  );
}
