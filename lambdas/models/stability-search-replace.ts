import { decode, type Picture } from '#lambdas/pictures/picture.ts';
import { type Adapter, type CallModel, type Drawing, toModelInput } from './adapter.ts';

/** Stability's Search and Replace: finds the plate or the background by a word and repaints it. */
export const stabilitySearchReplace: Adapter = {
  name: 'stability-search-replace',
  model: 'searchReplace',
  async draw(drawing, call) {
    const { editMode, photo } = drawing;
    const plated = editMode === 'plate' ? await decode(await replace('plate', photo, drawing, call)) : photo;
    return decode(await replace('background', plated, drawing, call), photo);
  },
};

async function replace(
  what: 'plate' | 'background',
  picture: Picture,
  { prompt, negativePrompt, seed }: Drawing,
  call: CallModel,
): Promise<Buffer> {
  return call('searchReplace', {
    image: await toModelInput(picture),
    prompt,
    search_prompt: what,
    negative_prompt: negativePrompt,
    grow_mask: 5,
    seed,
    output_format: 'png',
  });
}
