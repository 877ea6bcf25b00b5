/** Classes of the root element, and the media queries during which it has them: see web/ui/screens.ts. */
const queries = {
  'large-text': '(max-width: 19rem)',
  'no-sticky': '(max-width: 19rem), (max-height: 17rem), (max-height: 25rem) and (max-width: 29.99rem)',
};

/**
 * Marks the root element while its text is large for the screen. Media queries alone would count in the browser's
 * default font size, and miss a larger one that a user's style sheet sets. Called once, when the site starts.
 */
export function watchTextSize(): void {
  const root = document.documentElement;
  const mark = () => {
    const size = Number.parseFloat(getComputedStyle(root).fontSize);
    for (const [name, query] of Object.entries(queries)) {
      const inPixels = query.replace(/([\d.]+)rem/g, (_, rems) => `${Number(rems) * size}px`);
      root.classList.toggle(name, matchMedia(inPixels).matches);
    }
  };
  mark();
  addEventListener('resize', mark);
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; width: 1rem';
  // Not in the body, whose content the app replaces.
  root.append(probe);
  new ResizeObserver(mark).observe(probe);
}
