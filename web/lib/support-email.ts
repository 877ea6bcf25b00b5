import { brand } from '#shared/brand.ts';

/** The support address, which the deployment writes into the page. */
export function supportEmail(): string {
  if (typeof document === 'undefined') return brand.supportEmail;
  const stated = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');
  return stated?.content ?? brand.supportEmail;
}
