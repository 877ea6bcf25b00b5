import { readFile } from 'node:fs/promises';
import type { ModelRequest } from 'bedrock-stand-in/contract';
import type { createRenderPool } from 'bedrock-stand-in/renderer';

/** One look on one sample dish, as the product would request it from a model. */
export interface Look {
  /** Name of a file in web/public/samples, without its ending. */
  readonly dish: string;
  /** The look's text of the catalogue; empty for the photo as it is. */
  readonly prompt: string;
  /** What the product replaces, for looks that keep the dish. */
  readonly searchPrompt?: string;
}

/** Renders a look with the renderer behind the local Bedrock runtime; always the same picture for the same look. */
export async function renderLook(
  { dish, prompt, searchPrompt }: Look,
  pool: ReturnType<typeof createRenderPool>,
): Promise<Buffer> {
  const image = await readFile(new URL(`../../web/public/samples/${dish}.jpg`, import.meta.url));
  if (!prompt) return image;
  const common = { image: '', output_format: 'jpeg' as const };
  const request: ModelRequest = searchPrompt
    ? {
        service: 'search-replace',
        pictures: { image },
        fields: { ...common, prompt, search_prompt: searchPrompt, grow_mask: 5 },
      }
    : {
        service: 'control-structure',
        pictures: { image },
        fields: { ...common, prompt, control_strength: 0.7 },
      };
  return pool.render(request, 2026);
}
