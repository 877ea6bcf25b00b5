import type { FillForm } from 'bedrock-stand-in/converse';
import { readPhoto } from './read-photo.ts';
import { writePost } from './write-post.ts';

/** Answers the forms that the product asks a vision model to fill in. */
export const fillForm: FillForm = async (...request) =>
  (await readPhoto(...request)) ?? (await writePost(...request));
