import setUpBrowser from './browser.mjs';
import setUpCommands from './commands.mjs';

/** For tests of built programs, some of which are looked at in a browser. */
export default async function setUpPrograms() {
  await setUpCommands();
  await setUpBrowser();
}
