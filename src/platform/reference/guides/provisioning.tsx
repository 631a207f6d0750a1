import { Curl, Op } from '../code.js';

export function ProvisioningGuide() {
  return (
    <>
      <p>
        A partner’s back end authenticates as itself: with its <code>client_id</code> and{' '}
        <code>client_secret</code>, or with a token that it got by <code>client_credentials</code>. Its
        ruleset has to allow <code>prov*</code>. A <code>strict</code> client sees the families and accounts
        that it created, unless its record says otherwise.
      </p>
      <ol>
        <li>
          Create a family; the answer is its number.
          <Curl id="provcreatefamily" values={{ FamilyName: 'The Adas', premiumType: '1' }} />
        </li>
        <li>
          Create an account in it. The person gets a message with a link, and chooses a password there.
          <Curl
            id="provcreateaccount"
            values={{
              familyId: '7261',
              Type: 'Email',
              Identifier: 'ada@family.example',
              UserName: 'Ada',
              UserCountryCode: 'FR',
              AccountType: '2',
            }}
          />
        </li>
        <li>
          Find it again:
          <Curl id="provsearch" />
        </li>
        <li>
          Ask someone to join who may have an account already, whether you know its number or not:
          <Curl
            id="provaddaccount2family"
            values={{ familyId: '7261', Type: 'Email', Identifier: 'ben@family.example' }}
          />
        </li>
      </ol>
      <p>
        A family is deleted once it is empty: first <Op id="provremoveaccount2family" /> or{' '}
        <Op id="provdeleteaccount" />, then <Op id="provdeletefamily" />. After{' '}
        <a href="/docs/errors#FizApiOutcomeUnknownException">FizApiOutcomeUnknownException</a> search first:
        it may have been done.
      </p>
    </>
  );
}
