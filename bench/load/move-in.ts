import { post } from './post.js';
import type { Supply } from './requests.js';

const RESULT = /"r":\{"r":"(\d+)"\}/;

/**
 * A partner that creates its accounts: each connection creates a family and its founder's account, and adds the account
 * to the previous family; three requests for each.
 */
export function families({ run, basic }: { run: number; basic: string }, host: string): () => Supply {
  let connections = 0;
  return () => {
    const prefix = `${run}-${connections++}`;
    let step = -1;
    let family = '';
    let before = '';
    return (previous) => {
      const id = RESULT.exec(previous?.toString('latin1') ?? '')?.[1] ?? '';
      step++;
      const n = Math.floor(step / 3);
      switch (step % 3) {
        case 0:
          before = family;
          return post(host, '/api/prov/createfamily', basic, `FamilyName=Family+${n}&Premium_Type=1`);
        case 1:
          family = id;
          return post(host, '/api/prov/createaccount', basic, founder(family, `mover-${prefix}-${n}`));
        default:
          return post(host, '/api/prov/addaccount2family', basic, member(id, before || family));
      }
    };
  };
}

function founder(familyId: string, name: string): string {
  const who = { Type: 'Email', Identifier: `${name}@movers.example`, UserName: name };
  const rest = { UserCountryCode: 'DE', AccountType: '2', Locale: 'de' };
  return new URLSearchParams({ familyId, ...who, ...rest }).toString();
}

function member(accountId: string, familyId: string): string {
  return new URLSearchParams({ accountId, familyId, AccountType: '1' }).toString();
}
