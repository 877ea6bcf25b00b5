import cyrillic from '@fontsource/lobster/files/lobster-cyrillic-400-normal.woff';
import cyrillicExt from '@fontsource/lobster/files/lobster-cyrillic-ext-400-normal.woff';
import latin from '@fontsource/lobster/files/lobster-latin-400-normal.woff';
import latinExt from '@fontsource/lobster/files/lobster-latin-ext-400-normal.woff';
import vietnamese from '@fontsource/lobster/files/lobster-vietnamese-400-normal.woff';

export const files = [latin, latinExt, vietnamese, cyrillic, cyrillicExt];
