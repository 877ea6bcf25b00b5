import cyrillic from '@fontsource/oswald/files/oswald-cyrillic-700-normal.woff';
import cyrillicExt from '@fontsource/oswald/files/oswald-cyrillic-ext-700-normal.woff';
import latin from '@fontsource/oswald/files/oswald-latin-700-normal.woff';
import latinExt from '@fontsource/oswald/files/oswald-latin-ext-700-normal.woff';
import vietnamese from '@fontsource/oswald/files/oswald-vietnamese-700-normal.woff';

export const files = [latin, latinExt, vietnamese, cyrillic, cyrillicExt];
