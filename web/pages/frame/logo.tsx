import { brand } from '#shared/brand.ts';
import { LogoMark } from '#web/lib/logo-mark.tsx';
import css from './header.module.css';

/** The logo: mark and name. */
export function Logo() {
  return (
    <span className={css.logo}>
      <LogoMark />
      {brand.name}
    </span>
  );
}
