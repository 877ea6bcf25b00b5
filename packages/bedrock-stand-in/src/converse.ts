import sharp from 'sharp';
import * as z from 'zod';
import { AwsError } from './aws-error.ts';
import type { Sights } from './seeing/see-picture.ts';

/** What a form can be filled in from. */
export interface PictureFacts extends Statistics {
  /** Analyses the picture with neural networks, which takes about a second. */
  see(): Promise<Sights>;
}

/** Measurements of a small copy of the picture. Shares and means are 0 to 1. */
interface Statistics {
  width: number;
  height: number;
  /** Mean brightness. */
  brightness: number;
  /** Share of pixels in the warm or green colours of food. */
  appetising: number;
  /** Mean difference between a pixel's strongest and weakest channel; 0 in black and white. */
  chroma: number;
  /** Mean contrast between neighbouring pixels in a band along the picture's border. */
  unrestAtEdges: number;
}

/**
 * Fills in the form of a tool from the picture's measurements and the words of the request. Undefined answers with a
 * text instead.
 */
export type FillForm = (
  tool: string,
  facts: PictureFacts,
  text: string,
) => Promise<Record<string, unknown> | undefined>;

/** The part of Converse's request that is answered: one picture, and a tool that the model must use. */
const requestSchema = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.array(
          z.object({
            text: z.string().optional(),
            image: z
              .object({
                format: z.enum(['png', 'jpeg', 'gif', 'webp']),
                source: z.object({ bytes: z.base64() }),
              })
              .optional(),
          }),
        ),
      }),
    )
    .min(1),
  system: z.array(z.object({ text: z.string() })).optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .optional(),
  toolConfig: z.strictObject({
    tools: z
      .array(
        z.strictObject({
          toolSpec: z.strictObject({
            name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
            description: z.string().min(1).optional(),
            // Nova accepts only these three keywords and refuses others, such as "$schema" (its user guide, on problems
            // with tools).
            inputSchema: z.strictObject({
              json: z.strictObject({
                type: z.literal('object'),
                properties: z.record(z.string(), z.unknown()).optional(),
                required: z.array(z.string()).optional(),
              }),
            }),
          }),
        }),
      )
      .min(1),
    toolChoice: z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
  }),
});

/** Largest picture that the vendor accepts, in bytes. */
const maxPictureBytes = 3_932_160;

/**
 * Answers a Converse request about one picture. `see` analyses that picture.
 * @throws AwsError ValidationException
 */
export async function converse(
  body: Buffer,
  see: (picture: Buffer) => Promise<Sights>,
  fillForm: FillForm,
  latencyMs: () => number,
) {
  const request = readRequest(body);
  const { tool } = request.toolConfig.toolChoice;
  if (!request.toolConfig.tools.some(({ toolSpec }) => toolSpec.name === tool.name))
    throw invalid(`toolChoice names the tool ${tool.name}, which is not in tools`);
  const parts = request.messages.flatMap(({ content }) => content);
  const picture = parts.find(({ image }) => image)?.image;
  if (!picture) throw invalid('a picture is required by this stand-in');
  const bytes = Buffer.from(picture.source.bytes, 'base64');
  if (bytes.length > maxPictureBytes) throw invalid('the image is too large');
  const statistics = await measure(bytes).catch(() => {
    throw invalid('the image could not be decoded');
  });
  const facts = { ...statistics, see: () => see(bytes) };
  const input = await fillForm(tool.name, facts, parts.flatMap(({ text }) => text ?? []).join('\n'));
  const content = input
    ? [{ toolUse: { toolUseId: 'tooluse_1', name: tool.name, input } }]
    : [{ text: 'I cannot fill in this form.' }];
  // Roughly what the vendor counts for a picture of a megapixel and these words.
  const usage = { inputTokens: 1800, outputTokens: 160, totalTokens: 1960 };
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: input ? 'tool_use' : 'end_turn',
    usage,
    metrics: { latencyMs: latencyMs() },
  };
}

function readRequest(body: Buffer) {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('the body is not valid JSON');
  }
  const parsed = requestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', '));
}

function invalid(detail: string): AwsError {
  return new AwsError('ValidationException', `The request is not valid: ${detail}`);
}

/** Width and height of the small copy that is measured, in pixels. */
const side = 96;
/** Width of the copy's border, in pixels. */
const rim = 4;

/** Measures a picture on a small copy. */
export async function measure(file: Buffer): Promise<Statistics> {
  const { width, height } = await sharp(file).metadata();
  const data = await sharp(file)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  let brightness = 0;
  let appetising = 0;
  let chroma = 0;
  let atEdges = 0;
  let unrest = 0;
  const luma = (at: number) =>
    (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) / 255;
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const [x, y] = [pixel % side, Math.floor(pixel / side)];
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 3);
    const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const isAppetising = high > 60 && high - low > high * 0.35 && blue < Math.max(red, green) * 0.8;
    brightness += luma(pixel * 3);
    appetising += Number(isAppetising);
    chroma += (high - low) / 255;
    if (x >= rim && y >= rim && x < side - rim && y < side - rim) continue;
    atEdges += 1;
    unrest += Math.abs(luma(pixel * 3) - luma((x === 0 ? pixel + 1 : pixel - 1) * 3));
  }
  return {
    width,
    height,
    brightness: brightness / side ** 2,
    appetising: appetising / side ** 2,
    chroma: chroma / side ** 2,
    unrestAtEdges: unrest / atEdges,
  };
}
