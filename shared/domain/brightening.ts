/** Target brightness of a dark photo's highlights, 0 to 255. */
const brightTarget = 225;

/** Greatest gain. A greater one would show only noise. */
const maxGain = 3.5;

/**
 * Lookup table with the new value for each value 0 to 255: a gain that fades towards white, so that highlights do not
 * clip.
 * @param highlights Brightness below which 95 % of the pixels lie, 0 to 255 (`PhotoMeasures`).
 */
export function brighteningCurve(highlights: number): Uint8ClampedArray {
  const gain = Math.min(maxGain, Math.max(1, brightTarget / Math.max(1, highlights)));
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return Math.round((255 * gain * share) / (1 + (gain - 1) * share));
  });
}
