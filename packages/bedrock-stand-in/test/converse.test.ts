import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { converse, type FillForm, measure } from '#src/converse.ts';
import { photo } from '#test/renderer/photos.ts';

const picture = (colour: string, width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function request(change: object = {}) {
  const bytes = (await picture('#b5651d')).toString('base64');
  const tool = { name: 'describe', inputSchema: { json: { type: 'object', properties: {} } } };
  return {
    messages: [
      { role: 'user', content: [{ image: { format: 'jpeg', source: { bytes } } }, { text: 'Look.' }] },
    ],
    toolConfig: { tools: [{ toolSpec: tool }], toolChoice: { tool: { name: 'describe' } } },
    ...change,
  };
}

const seen = {
  writing: 0.01,
  people: { sure: 0.1, lowest: 0 },
  panels: 1,
  things: { count: 1, share: 0.4, atEdges: 0 },
};

const send = (body: object, fillForm: FillForm = async () => ({ seen: true })) =>
  converse(
    Buffer.from(JSON.stringify(body)),
    async () => seen,
    fillForm,
    () => 1,
  );

describe('Converse', () => {
  it('fills in the form of the tool that must be used', async () => {
    const { output, stopReason, usage } = await send(await request());
    expect(stopReason).toBe('tool_use');
    expect(output.message.content).toMatchObject([{ toolUse: { name: 'describe', input: { seen: true } } }]);
    expect(usage.totalTokens).toBe(usage.inputTokens + usage.outputTokens);
  });

  it('passes on the measurements of the picture, and the words of the request', async () => {
    const heard: unknown[] = [];
    await send(await request(), async (_tool, { see, ...facts }, text) => {
      heard.push(facts, await see(), text);
      return {};
    });
    expect(heard).toEqual([expect.objectContaining({ width: 300 }), seen, 'Look.']);
  });

  it('answers with a text if no function fills the form in', async () => {
    expect(await send(await request(), async () => undefined)).toMatchObject({
      stopReason: 'end_turn',
      output: { message: { content: [{ text: expect.any(String) }] } },
    });
  });

  it.each([
    ['no message', { messages: [] }],
    ['no picture', { messages: [{ role: 'user', content: [{ text: 'Look.' }] }] }],
    [
      'a broken picture',
      { messages: [{ role: 'user', content: [{ image: { format: 'jpeg', source: { bytes: 'AAAA' } } }] }] },
    ],
    ['no tool', { toolConfig: { tools: [], toolChoice: { tool: { name: 'describe' } } } }],
    ['a temperature of 2', { inferenceConfig: { temperature: 2 } }],
  ])('refuses %s', async (_what, change) => {
    await expect(send(await request(change))).rejects.toMatchObject({ code: 'ValidationException' });
  });
});

describe('the measurements of a picture', () => {
  it('distinguish food colours from grey and dark from bright, and include the size', async () => {
    const warm = await measure(await picture('#b5651d'));
    expect(warm).toMatchObject({ width: 300, height: 200, appetising: 1 });
    expect((await measure(await picture('#777'))).appetising).toBe(0);
    const burger = sharp(await photo('burger'));
    expect((await measure(await burger.toBuffer())).chroma).toBeGreaterThan(0.1);
    expect((await measure(await burger.greyscale().jpeg().toBuffer())).chroma).toBeLessThan(0.005);
    const dark = await measure(await picture('#000'));
    expect(dark).toMatchObject({ appetising: 0, brightness: 0, unrestAtEdges: 0 });
  });
});
