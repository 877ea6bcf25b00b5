import cyrillic from '@fontsource/caveat/files/caveat-cyrillic-700-normal.woff';
import cyrillicExt from '@fontsource/caveat/files/caveat-cyrillic-ext-700-normal.woff';
import latin from '@fontsource/caveat/files/caveat-latin-700-normal.woff';
import latinExt from '@fontsource/caveat/files/caveat-latin-ext-700-normal.woff';

export const files = [latin, latinExt, cyrillic, cyrillicExt];
