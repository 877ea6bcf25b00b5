/**
 * Image models that the workers may call, as Bedrock names them (November 2026). The stack
 * grants each function those that it calls.
 */
export const imageModels = {
  controlStructure: 'us.stability.stable-image-control-structure-v1:0',
  searchReplace: 'us.stability.stable-image-search-replace-v1:0',
  removeBackground: 'us.stability.stable-image-remove-background-v1:0',
  inpaint: 'us.stability.stable-image-inpaint-v1:0',
  /** Continues a picture beyond its edges, for packs. */
  outpaint: 'us.stability.stable-outpaint-v1:0',
  /** A foundation model without an inference profile, in us-west-2 only. */
  sd35Large: 'stability.sd3-5-large-v1:0',
} as const;

/** Models that take a picture and answer with text: what a photo shows, or the post for a finished picture. */
export const visionModels = { novaLite: 'us.amazon.nova-2-lite-v1:0' } as const;
