/** Media query of a phone in landscape: two columns, and nothing above the picture that could scroll away. */
export const short = '@media (max-height: 30rem) and (min-width: 30rem)';

/** Media query of a phone in portrait: one column. */
export const narrow = '@media (max-width: 47.99rem) and (min-height: 30.01rem), (max-width: 29.99rem)';

/** Media query of a phone with such large text that little fits on the screen: no bar is sticky. */
export const largeText = '@media (max-width: 19rem)';

/** `size`, or more if a notch or the system's bar needs it. */
export function clearOf(side: 'top' | 'right' | 'bottom' | 'left', size: string): string {
  return `max(${size}, env(safe-area-inset-${side}))`;
}

/** Padding at the side of a bar that is fixed to the screen: `size`, clear of a notch. */
export function besideNotch(side: 'left' | 'right', size: string): string {
  return `calc(${size} + env(safe-area-inset-${side}))`;
}
