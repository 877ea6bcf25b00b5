/** Brightness to which the highlights of a dark photo are raised. */
const brightTarget = 225;

/** At most this factor: more would show noise only. */
const maxGain = 3.5;

/** The new value of each value 0 to 255: raised by a gain that fades towards white, so that nothing burns out. */
export function brighteningCurve(highlights: number): Uint8ClampedArray {
  const gain = Math.min(maxGain, Math.max(1, brightTarget / Math.max(1, highlights)));
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return Math.round((255 * gain * share) / (1 + (gain - 1) * share));
  });
}
