import { existsSync } from 'node:fs';
import { findOrInstall, type Prerequisite } from 'local-cloud/prerequisites.ts';

/** The headless shell first: without windows and their pages a journey takes half the time. */
const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the Chromium that is installed; undefined when there is none. */
export function installedChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...chromiumPaths].find((path) => existsSync(path));
}

/**
 * Features that tests switch off. Chromium reads only the last list, so this one repeats what matters of Playwright's
 * own. The popups of the address bar load two pages for each window, which is a third of the work of a short test.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Chromium's arguments in tests. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const chromium: Prerequisite = {
  find: async () => installedChromium(),
  // The headless shell is a package of its own only in newer releases.
  aptPackages: ['chromium-headless-shell', 'chromium'],
  advice:
    'Please install Chromium (for the browser tests), or name its program in CHROMIUM_PATH, and start again.',
};

/** Path of Chromium; installs it on Debian as root. Throws MissingPrerequisite. */
export function findChromium(): Promise<string> {
  return findOrInstall(chromium);
}
