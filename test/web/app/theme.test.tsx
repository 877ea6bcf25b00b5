import { Box, Button, Progress, Skeleton, Slider, Switch, Tabs } from '@chakra-ui/react';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { forceColors } from '#test/support/force-colors.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { showBanner } from '#web/lib/cookie-consent.ts';
import { notify } from '#web/lib/notify.ts';
import { TermsPage } from '#web/pages/legal/terms-page.tsx';

/** The styles for paper, which the theme and the frame of public pages have. */
async function print(): Promise<void> {
  const emulate = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await emulate('')));
  await emulate('print');
}

/** The computed style of the first element. */
const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);

const isDrawn = (selector: string) =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());

test('a public page prints its text alone', async () => {
  showBanner('customising');
  // The snippet of index.html says so; without JavaScript nobody could answer.
  document.documentElement.classList.add('js');
  onTestFinished(() => {
    showBanner('hidden');
    document.documentElement.classList.remove('js');
  });
  await renderInApp(<TermsPage />, { signedIn: false });
  const parts = ['header', 'footer', 'nav', 'button', '[aria-label="Cookie consent"]'];
  expect(parts.filter(isDrawn)).toEqual(parts);
  await print();
  expect(parts.filter(isDrawn)).toEqual([]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page of the app prints neither navigation nor buttons nor messages, but its pictures', async () => {
  await renderInApp(
    <div data-sidebar>
      <div id="sidebar">Sidebar</div>
      <main>
        <header>Header</header>
        <nav>Navigation</nav>
        <button type="button" id="text">
          Save
        </button>
        <button type="button" id="picture">
          <img src="/samples/burger.jpg" alt="A burger" />
        </button>
      </main>
    </div>,
  );
  notify.success('Saved');
  await expect.element(page.getByText('Saved')).toBeVisible();
  const parts = ['#sidebar', 'header', 'nav', '#text', '[data-scope=toast][data-part=root]'];
  expect(parts.filter(isDrawn)).toEqual(parts);
  await print();
  expect(parts.filter(isDrawn)).toEqual([]);
  expect(isDrawn('#picture')).toBe(true);
});

test('forced colours show switches, and whether they are on', async () => {
  await renderInApp(
    [true, false].map((isOn) => (
      <Switch.Root key={String(isOn)} checked={isOn} data-testid={isOn ? 'on' : 'off'}>
        <Switch.HiddenInput />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
      </Switch.Root>
    )),
  );
  await forceColors();
  const colors = ['on', 'off'].map((id) => {
    const control = `[data-testid=${id}] [data-part=control]`;
    const track = styleOf(control);
    const thumb = styleOf(`${control} [data-part=thumb]`);
    expect(track.borderTopWidth).toBe('1px');
    expect(thumb.backgroundColor).not.toBe(track.backgroundColor);
    return track.backgroundColor;
  });
  expect(colors[0]).not.toBe(colors[1]);
});

test('forced colours show how far a progress bar is', async () => {
  await renderInApp(
    <Progress.Root value={40}>
      <Progress.Track>
        <Progress.Range bg="brand.solid" />
      </Progress.Track>
    </Progress.Root>,
  );
  await forceColors();
  const track = styleOf('[data-scope=progress][data-part=track]');
  expect(track.borderTopWidth).toBe('1px');
  expect(styleOf('[data-scope=progress][data-part=range]').backgroundColor).not.toBe(track.backgroundColor);
});

test('forced colours show where a slider is', async () => {
  await renderInApp(
    <Slider.Root defaultValue={[40]} aria-label={['Size']}>
      <Slider.Control>
        <Slider.Track>
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb index={0}>
          <Slider.HiddenInput />
        </Slider.Thumb>
      </Slider.Control>
    </Slider.Root>,
  );
  await forceColors();
  const track = styleOf('[data-scope=slider][data-part=track]');
  expect(track.borderTopWidth).toBe('1px');
  for (const part of ['range', 'thumb'])
    expect(styleOf(`[data-scope=slider][data-part=${part}]`).backgroundColor).not.toBe(track.backgroundColor);
});

test('forced colours underline the current place', async () => {
  await renderInApp(
    <>
      <a href="/gallery" aria-current="page">
        Gallery
      </a>
      <Tabs.Root defaultValue="a">
        <Tabs.List>
          <Tabs.Trigger value="a">A</Tabs.Trigger>
          <Tabs.Trigger value="b">B</Tabs.Trigger>
        </Tabs.List>
      </Tabs.Root>
    </>,
  );
  const lines = () =>
    ['a', '[role=tab]', '[role=tab]:last-child'].map((selector) => styleOf(selector).textDecorationLine);
  expect(lines()).toEqual(['none', 'none', 'none']);
  await forceColors();
  expect(lines()).toEqual(['underline', 'underline', 'none']);
});

test('forced colours give placeholders a border', async () => {
  await renderInApp(<Skeleton h="4" data-testid="placeholder" />);
  const width = () => styleOf('[data-testid=placeholder]').borderTopWidth;
  expect(width()).toBe('0px');
  await forceColors();
  expect(width()).toBe('1px');
});

test('forced colours give pressed buttons a thicker border', async () => {
  await renderInApp([true, false].map((isOn) => <Button key={String(isOn)} aria-pressed={isOn} />));
  const widths = () =>
    ['true', 'false'].map((isOn) => styleOf(`button[aria-pressed=${isOn}]`).borderTopWidth);
  expect(widths()).toEqual(['1px', '1px']);
  await forceColors();
  expect(widths()).toEqual(['3px', '1px']);
});

test('the focus ring of a ghost button stays on the screen of a phone, at whose edge the button begins', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(
    <Box px="4">
      <Button variant="ghost" ms="-4">
        Share
      </Button>
    </Box>,
  );
  await userEvent.tab();
  const button = page.getByRole('button', { name: 'Share' });
  await expect.element(button).toHaveFocus();
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button.element());
  expect(outlineStyle).toBe('solid');
  expect(Number.parseFloat(outlineWidth)).toBeGreaterThanOrEqual(2);
  const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  expect(button.element().getBoundingClientRect().left - ring).toBeGreaterThanOrEqual(0);
});
