import type { FamilyView } from '../../identity/families/account-information.view.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { renderSection } from '../frame/account-frame.js';
import { Initials } from './initials.js';

/** The families of a person. */
export function familiesPage(reader: Reader, families: readonly FamilyView[]): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'families',
    children: (
      <section class="card">
        {families.length === 0 && <p class="hint">{t('families.none')}</p>}
        <ul class="rows">
          {families.map(({ familyId, familyName, pictureURIs: [picture] }) => (
            <li key={familyId}>
              <Initials name={familyName} picture={picture && new URL(picture).pathname} />
              <div>
                <a href={`/account/families/${familyId}`}>{familyName}</a>
              </div>
            </li>
          ))}
        </ul>
      </section>
    ),
  });
}
