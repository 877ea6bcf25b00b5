import cyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-700-normal.woff';
import latin from '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff';
import latinExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-700-normal.woff';
import vietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-700-normal.woff';

export const files = [latin, latinExt, vietnamese, cyrillic];
