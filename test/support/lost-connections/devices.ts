import { consentFormOf, CookieBrowser } from '../authorization.js';
import { decide, Device, typeCode, type Codes } from '../devices.js';
import type { Act } from './act.js';
import { newMember, type Stage } from './stage.js';

interface Asking {
  readonly device: Device;
  readonly codes: Codes;
  readonly browser: CookieBrowser;
}

/** A device that shows a code, and the browser of its future owner. */
async function asking({ server }: Stage): Promise<Asking> {
  const device = new Device(server);
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await browser.signIn(await newMember(server));
  return { device, codes: await device.codes(), browser };
}

const deciding =
  (decision: 'allow' | 'deny'): Act =>
  async (stage) => {
    const { browser, codes } = await asking(stage);
    const { user_code } = codes;
    const form = { ...consentFormOf(await typeCode(browser, user_code)), user_code, decision };
    return () => browser.postAlone('/device/decision', form);
  };

export const DEVICES: Readonly<Record<string, Act>> = {
  'a device asks for codes': ({ server }) => {
    const device = new Device(server);
    return () => device.ask();
  },
  'a device asks too early': async (stage) => {
    const { device, codes } = await asking(stage);
    await device.told(codes);
    return async () => {
      const answer = await device.poll(codes);
      return answer.status === 400 ? { ...answer, status: 200 } : answer; // it recorded the poll
    };
  },
  'a device is allowed': deciding('allow'),
  'a device is declined': deciding('deny'),
  'a code of a device': async (stage) => {
    const { device, codes, browser } = await asking(stage);
    await decide(browser, codes);
    return () => device.poll(codes);
  },
};
