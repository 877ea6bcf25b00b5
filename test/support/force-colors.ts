import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Replaces the site's colours by the system's few, until the end of the test. */
export async function forceColors(): Promise<void> {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  onTestFinished(async () => void (await emulate('')));
  await emulate('active');
}
