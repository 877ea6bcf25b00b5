import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from './renderer/pixels.ts';

/** A neural network with one input and one output. */
export interface Network {
  /**
   * @param shape Of the input.
   * @throws Error if the network does not accept an input of this shape.
   */
  run(input: Float32Array, shape: readonly number[]): Promise<Float32Array>;
}

/** A request waits for the answer: use all cores, up to four, and let the threads sleep between runs. */
const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: Math.min(4, availableParallelism()),
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

const networks = new Map<string, Promise<Network | undefined>>();

/**
 * Loads a network of the folder `models`, once (ORIGIN.txt there says where each comes from). Undefined if the optional
 * dependency onnxruntime-node is not installed.
 */
export function openNetwork(file: string): Promise<Network | undefined> {
  const opened = networks.get(file) ?? loadNetwork(file);
  networks.set(file, opened);
  return opened;
}

async function loadNetwork(file: string): Promise<Network | undefined> {
  // An optional dependency: npm leaves it out where it does not install.
  const runtime = await import('onnxruntime-node').catch(() => undefined);
  if (!runtime) return undefined;
  const model = await readFile(new URL(`../models/${file}`, import.meta.url));
  const session = await runtime.InferenceSession.create(model, options);
  const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    async run(input, shape) {
      const tensor = new runtime.Tensor('float32', input, shape);
      const { data } = (await session.run({ [inputName]: tensor }, [outputName]))[outputName] ?? {};
      if (!(data instanceof Float32Array)) throw new Error('The network gave no figures');
      return data;
    },
  };
}

/** Mean and standard deviation of each channel of ImageNet, by which networks trained on it normalise their input. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** A network's input: one plane for each channel (CHW), normalised. `mirrored` swaps left and right. */
export function channelPlanes({ width, height, rgb }: Raster, mirrored: boolean): Float32Array {
  const input = new Float32Array(rgb.length);
  const pixels = width * height;
  for (let c = 0; c < 3; c++) {
    const [mean, deviation] = [MEAN[c] as number, DEVIATION[c] as number];
    for (let i = 0; i < pixels; i++) {
      const from = mirrored ? mirrorAcross(i, width) : i;
      input[c * pixels + i] = ((rgb[from * 3 + c] as number) - mean) / deviation;
    }
  }
  return input;
}

/** Index of the pixel that lies at pixel `i` after the picture is mirrored left to right. */
export function mirrorAcross(i: number, width: number): number {
  const x = i % width;
  return i - x + width - 1 - x;
}
