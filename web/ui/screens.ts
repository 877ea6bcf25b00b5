/** Media query of a phone in landscape: two columns, and nothing above the picture that could scroll away. */
export const short = '@media (max-height: 30rem) and (min-width: 30rem)';

/** Media query of a screen with one column that is as low as a split one, or as one at a zoom of 400%. */
export const shortColumn = '@media (max-height: 30rem) and (max-width: 29.99rem)';

/** Media query of a phone in landscape that is too narrow for all of the header. */
export const shortAndNarrow = '@media (max-height: 30rem) and (min-width: 30rem) and (max-width: 38.49rem)';

/** Media query of a phone in portrait: one column. */
export const narrow = '@media (max-width: 47.99rem) and (min-height: 30.01rem), (max-width: 29.99rem)';

/** Media query of a phone on which a row has no room for a button beside its texts. */
export const narrowRows = '@media (max-width: 24rem)';

/** Selector on a phone with such large text that little fits beside each other: see web/lib/text-size.ts. */
export const largeText = '.large-text &';

/**
 * Selector on a screen that sticky bars would fill: with large text, or as low as one at a zoom of 400%. A phone in
 * landscape is higher.
 */
export const noSticky = '.no-sticky &';

/** `size`, or more if a notch or the system's bar needs it. */
export function clearOf(side: 'top' | 'right' | 'bottom' | 'left', size: string): string {
  return `max(${size}, env(safe-area-inset-${side}))`;
}

/** Padding at the side of a bar that is fixed to the screen: `size`, clear of a notch. */
export function besideNotch(side: 'left' | 'right', size: string): string {
  return `calc(${size} + env(safe-area-inset-${side}))`;
}
