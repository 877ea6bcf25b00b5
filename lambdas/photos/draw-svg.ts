import { execFile } from 'node:child_process';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { svgTooComplex } from './plain-svg.ts';

/** Longest side in pixels of the drawing: more than is kept of a logo, because much of it may be empty margin. */
const drawingSide = 2048;
/**
 * Most milliseconds that drawing may take, with the start of the process. A plain logo takes a fraction of a second,
 * and more on the part of a processor that the function has on AWS.
 */
const timeLimit = 6_000;
/** Most bytes of the drawing; uncompressed, its pixels take 16 MB. */
const maxBytes = 32 * 1024 * 1024;

/** Draws the SVG on its standard input to a PNG on its standard output. */
const script = `
  const sharp = require('sharp');
  const parts = [];
  process.stdin.on('data', (part) => parts.push(part)).on('end', () =>
    sharp(Buffer.concat(parts), { failOn: 'error', limitInputPixels: false })
      .resize({ width: ${drawingSide}, height: ${drawingSide}, fit: 'inside' })
      .png({ compressionLevel: 1 })
      .toBuffer()
      .then((png) => process.stdout.write(png)));
`;

/**
 * Draws a plain SVG (`svgProblem`) to a PNG, whatever size it states. It is drawn in a process of its own that is ended
 * after six seconds, because the library draws in one step that its own time limit does not interrupt, and a few
 * hundred crossing curves, dashes or gradients can take minutes. Its environment
 * holds no credentials.
 * @throws AppError `upload_unreadable` if it takes too long
 */
export function drawSvg(svg: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const drawing = execFile(
      process.execPath,
      ['-e', script],
      {
        encoding: 'buffer',
        env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH },
        timeout: timeLimit,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
      },
      (error, png) => {
        if (!error) resolve(png);
        // Killed by us for its time, or by the system for its memory.
        else if (error.killed || error.signal) reject(new AppError('upload_unreadable', svgTooComplex));
        else reject(new Error(`The SVG could not be drawn: ${String(error.code)}`));
      },
    );
    // The process may end before it has read everything; the callback above tells why.
    drawing.stdin?.on('error', () => undefined).end(svg);
  });
}
