import { Grant, MemoryTokens, PublicClient } from 'hearth-client';

const client = new PublicClient('http://localhost:3000', { clientId: 'family-page' });
const tokens = new MemoryTokens(); // a reload forgets them, so no other script finds them
const grant = new Grant(client, tokens);

document.querySelector('button').onclick = async () => {
  const redirect_uri = location.origin + '/';
  const { url, kept } = await client.authorizationRequest({ redirect_uri, scope: 'account' });
  sessionStorage.setItem('asked', JSON.stringify(kept)); // to compare with what comes back
  location.assign(url);
};

async function welcome() {
  const asked = JSON.parse(sessionStorage.getItem('asked'));
  sessionStorage.removeItem('asked');
  tokens.set(await client.exchange(location.href, asked));
  history.replaceState(null, '', '/'); // takes the code out of the address
  const { name, families } = await grant.call('acc/getloggedaccount');
  return `Hello ${name} of ${families.map(({ familyName }) => familyName).join(' and ')}`;
}

if (location.search !== '') {
  document.querySelector('p').textContent = await welcome().catch(({ message }) => message);
}
