import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import css from './button.module.css';

interface Look {
  readonly look?: 'solid' | 'outline' | 'ghost';
  readonly size?: 'md' | 'lg';
  readonly children: ReactNode;
}

/** A button of the public pages. */
export function Button({
  look = 'solid',
  size = 'md',
  type = 'button',
  ...props
}: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return <button type={type} className={css.button} data-look={look} data-size={size} {...props} />;
}

/** A link that looks like a button; it also works without JavaScript. */
export function ButtonLink({
  look = 'solid',
  size = 'md',
  ...props
}: Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'>) {
  return <a className={css.button} data-look={look} data-size={size} {...props} />;
}
