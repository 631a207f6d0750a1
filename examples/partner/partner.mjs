import { ConfidentialClient } from 'hearth-client/server';
import { argv, env } from 'node:process';

const [clientId, clientSecret] = env.PROVISIONING.split(':');
const client = new ConfidentialClient(env.HEARTH, { clientId, clientSecret });
const [, , command, email] = argv;

if (command === 'invite') {
  await client.call('prov/createaccount', {
    FamilyName: 'The Müllers', // a new family
    AccountType: 2, // she is its founder
    Type: 'Email',
    Identifier: email,
    UserName: 'Eva',
    UserCountryCode: 'DE',
  });
  console.log(`Invited ${email}`);
} else {
  const accountId = await client.call('prov/search', { email });
  const { name, families, identifiers } = await client.call('prov/getaccount', { accountId });
  const has = identifiers[0].validated ? 'has accepted' : 'has not accepted yet';
  console.log(`${name} of ${families.map(({ familyName }) => familyName).join(' and ')} ${has}`);
}
