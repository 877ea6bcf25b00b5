import { useEffect } from 'react';
import { brand } from '#shared/brand.ts';

/** Sets the page's title: `Studio · PlatePost`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
}
