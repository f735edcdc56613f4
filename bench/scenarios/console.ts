import { findChromium, startChromium } from '../../test/support/chromium';
import { type Bench, type Scenario, withServers } from '../bench';
import { measureFirstScreen } from '../console/first-screen';
import { measureArrivals, measureMemory } from '../console/live-tail';
import { measurePalette } from '../console/palette';
import { measureScreens } from '../console/screens';
import { measureScrolling } from '../console/scrolling';
import { examplesOf, fillShop } from '../console/shop';
import type { Stage } from '../console/stage';
import { measureViewers } from '../console/viewers';
import { SERVICE } from '../paths';

export const consoleScenario: Scenario = {
  name: 'console',
  title: 'the console in Chromium, before a shop of a million license keys, and who watches checks live',
  async run(bench) {
    const program = findChromium();
    if (program === undefined) {
      process.stdout.write('  Not measured in a browser: no Chromium is there; CHROMIUM can name one.\n');
    } else {
      await measureInBrowser(bench, program);
    }
    await measureViewers(bench);
  },
};

async function measureInBrowser(bench: Bench, program: string): Promise<void> {
  const { shop: size } = bench.sizes;
  const database = await bench.createDatabase();
  await fillShop(database, size);
  const shop = await examplesOf(database.dataSource, size);
  await withServers([[SERVICE, database.url]], async ([service]) => {
    // A signal is for the benchmark, which ends the browser with all the rest.
    const browser = await startChromium(program, { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
    const stage = { bench, browser, service, shop };
    try {
      await measureWhatReads(stage);
      // The page is the same whichever database the service has.
      if (bench.engine === 'embedded') await measureThePage(stage);
    } finally {
      await browser.close();
    }
  });
}

async function measureWhatReads(stage: Stage): Promise<void> {
  await measureScreens(stage);
  await measurePalette(stage);
  await measureArrivals(stage);
}

async function measureThePage(stage: Stage): Promise<void> {
  await measureFirstScreen(stage);
  await measureScrolling(stage);
  await measureMemory(stage);
}
