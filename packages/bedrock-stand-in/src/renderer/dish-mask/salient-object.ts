import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { resizePlane, resizeRaster } from '../resize.ts';

/** Width and height of the network's input, in pixels: the photo is stretched to a square. */
const INPUT = 320;
/** Mean and standard deviation of each channel in the pictures that the network was trained with (ImageNet). */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

interface Network {
  run(input: Float32Array): Promise<Float32Array>;
}

let loading: Promise<Network | undefined> | undefined;

/**
 * For each pixel how probably it belongs to the thing that the photo shows, 0 to 1: an answer of U²-Net-p, see
 * models/ORIGIN.txt. Undefined where the network's runtime is not installed. It is asked about the photo and its mirror
 * image, so that a small change of the photo changes less of the answer. What one of the two sees counts more than what one
 * misses: of eighteen photographs, their mean loses food of two, and the greater alone keeps tables.
 */
export async function findSalientObject(picture: Raster): Promise<Plane | undefined> {
  loading ??= loadNetwork();
  const network = await loading;
  if (!network) return undefined;
  const { rgb } = resizeRaster(picture, INPUT, INPUT);
  const direct = await network.run(inputOf(rgb, (x) => x));
  const mirrored = await network.run(inputOf(rgb, mirror));
  const found = plane(INPUT, INPUT);
  for (let i = 0; i < found.values.length; i++) {
    const x = i % INPUT;
    const [a, b] = [direct[i] as number, mirrored[i - x + mirror(x)] as number];
    found.values[i] = (a + b) * 0.25 + Math.max(a, b) * 0.5;
  }
  return resizePlane(found, picture.width, picture.height);
}

function mirror(x: number): number {
  return INPUT - 1 - x;
}

/** The network's input: one plane for each channel; `column` says where each column comes from. */
function inputOf(rgb: Float32Array, column: (x: number) => number): Float32Array {
  const input = new Float32Array(rgb.length);
  const pixels = INPUT * INPUT;
  for (let i = 0; i < pixels; i++) {
    const x = i % INPUT;
    const from = (i - x + column(x)) * 3;
    for (const [c, mean] of MEAN.entries()) {
      input[c * pixels + i] = ((rgb[from + c] ?? 0) - mean) / (DEVIATION[c] ?? 1);
    }
  }
  return input;
}

/** One core, as everything in the renderer. */
const options: InferenceSession.SessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1 };

async function loadNetwork(): Promise<Network | undefined> {
  // An optional dependency: npm leaves it out where it does not install.
  const runtime = await import('onnxruntime-node').catch(() => undefined);
  if (!runtime) return undefined;
  const model = await readFile(new URL('../../../models/u2netp.onnx', import.meta.url));
  const session = await runtime.InferenceSession.create(model, options);
  const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    async run(input) {
      const tensor = new runtime.Tensor('float32', input, [1, 3, INPUT, INPUT]);
      const { data } = (await session.run({ [inputName]: tensor }, [outputName]))[outputName] ?? {};
      if (!(data instanceof Float32Array)) throw new Error('The network gave no mask');
      return data;
    },
  };
}
