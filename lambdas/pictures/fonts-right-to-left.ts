import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff';
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff';
import bidiFactory from 'bidi-js';
import { reorderBy } from '#shared/domain/visual-order.ts';

export const reorder = reorderBy(bidiFactory());

export const files = [hebrew, arabic];
