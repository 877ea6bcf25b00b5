import { useEffect, useEffectEvent } from 'react';
import type { Look } from '#shared/api/menus.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { notify } from '#web/lib/notify.ts';
import { HouseStyles } from './house-styles.tsx';
import { useDefaultStyle } from './style-queries.ts';
import { words } from './words.ts';

interface MenuStylesProps {
  readonly look: Look;
  /** The initial look of a new picture if there is no default style. */
  readonly plain: Look;
  /** Whether nothing was chosen yet: then the default style is applied. */
  readonly isNew: boolean;
  readonly onChange: (look: Look) => void;
}

/** House styles for pictures of the Menu Enhancer Pack and for whole menus. */
export function MenuStyles({ look, plain, isNew, onChange }: MenuStylesProps) {
  const preset = useDefaultStyle()?.menu ?? null;
  const begin = useEffectEvent(() => {
    if (preset && isNew && isSame(look, plain)) onChange(known(preset, plain));
  });
  useEffect(() => {
    if (preset) begin();
  }, [preset]);
  return (
    <HouseStyles
      part={{ menu: look }}
      isUsable={({ menu }) => menu !== null}
      isCurrent={({ menu }) => menu !== null && isSame(menu, look)}
      onApply={({ menu, name }) => {
        if (!menu) return;
        const applied = known(menu, plain);
        onChange(applied);
        if (!isSame(applied, menu)) notify.info(words.styleChanged(name));
      }}
      onClear={() => onChange(plain)}
    />
  );
}

/** A saved look without options that the catalogue no longer has. */
function known(look: Look, plain: Look): Look {
  const has = (styles: readonly { readonly id: string }[], id: string) => styles.some((one) => one.id === id);
  return {
    backgroundStyle: has(backgroundStyles, look.backgroundStyle)
      ? look.backgroundStyle
      : plain.backgroundStyle,
    plateStyle: has(plateStyles, look.plateStyle) ? look.plateStyle : plain.plateStyle,
    imageStyle: has(imageStyles, look.imageStyle) ? look.imageStyle : plain.imageStyle,
  };
}

function isSame(a: Look, b: Look): boolean {
  return (
    a.backgroundStyle === b.backgroundStyle && a.plateStyle === b.plateStyle && a.imageStyle === b.imageStyle
  );
}
