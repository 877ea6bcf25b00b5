// biome-ignore lint/style/noRestrictedImports: the one place that sets the library up.
import library from 'sharp';

// By default the library keeps its last hundred operations with their decoders. It does not count the coefficients that
// the decoder of a progressive JPEG holds, up to 400 MB, so a few photos would exceed a function's memory.
library.cache(false);

/** The image library as functions use it: nothing of a picture stays in memory after its use. */
export const sharp = library;
