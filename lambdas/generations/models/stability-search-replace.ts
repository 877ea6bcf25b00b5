import { decode, type Picture } from '../picture.ts';
import { type Adapter, type CallModel, type Drawing, toModelInput } from './adapter.ts';

/** Stability's Search and Replace: finds plate or background by word and paints it anew. */
export const stabilitySearchReplace: Adapter = {
  name: 'stability-search-replace',
  provenance: 'trainedAlgorithmicMedia',
  async draw(drawing, call) {
    const plated =
      drawing.task === 'plate' ? await replace('plate', drawing.photo, drawing, call) : undefined;
    return replace('background', plated ?? drawing.photo, drawing, call);
  },
};

async function replace(
  what: 'plate' | 'background',
  picture: Picture,
  { prompt, negativePrompt, seed }: Drawing,
  call: CallModel,
): Promise<Picture> {
  const file = await call('searchReplace', {
    image: await toModelInput(picture),
    prompt,
    search_prompt: what,
    negative_prompt: negativePrompt,
    grow_mask: 5,
    seed,
    output_format: 'png',
  });
  return decode(file);
}
