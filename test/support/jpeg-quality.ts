/** The luminance table of the JPEG standard (annex K.1), in the zigzag order of JPEG files. */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58,
  51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103,
  62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
];

/** The quality of a JPEG, 1 to 100; undefined if it was written with other tables than the standard's. */
export function jpegQuality(file: Buffer): number | undefined {
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) {
    if (file[at + 1] !== 0xdb || file[at + 4] !== 0) continue;
    const table = [...file.subarray(at + 5, at + 69)];
    for (let quality = 1; quality <= 100; quality += 1) {
      // As libjpeg scales its tables.
      const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
      const scaled = standard.map((value) =>
        Math.min(255, Math.max(1, Math.floor((value * Math.floor(scale) + 50) / 100))),
      );
      if (scaled.every((value, index) => value === table[index])) return quality;
    }
  }
  return undefined;
}
