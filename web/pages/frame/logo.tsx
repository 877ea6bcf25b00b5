import { brand } from '#shared/brand.ts';
import { LogoMark } from '#web/lib/logo-mark.tsx';
import css from './header.module.css';

/** The mark with the name beside it. */
export function Logo() {
  return (
    <span className={css.logo}>
      <LogoMark />
      {brand.name}
    </span>
  );
}
