import { readFile } from 'node:fs/promises';
import type { ModelRequest } from 'bedrock-stand-in/contract';
import type { RenderPool } from 'bedrock-stand-in/renderer';

/** A look on a sample dish. */
export interface Look {
  /** Name of a file in web/public/samples, without its ending. */
  readonly dish: string;
  /** The look's text in the catalogue; empty for the unchanged photo. */
  readonly prompt: string;
  /** The object to replace, for looks that keep the dish. */
  readonly searchPrompt?: string;
}

/** Renders a look with the renderer of the Bedrock stand-in. The same look always gives the same picture. */
export async function renderLook({ dish, prompt, searchPrompt }: Look, pool: RenderPool): Promise<Buffer> {
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
