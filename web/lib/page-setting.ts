import { pageSettings } from '#shared/public-pages.ts';

/** A setting that the deployment has written into the page. */
export function pageSetting(name: keyof typeof pageSettings): string {
  const meta =
    typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return meta?.content ?? pageSettings[name];
}
