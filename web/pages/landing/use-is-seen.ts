import { useEffect, useState } from 'react';

/** Whether an element is on the screen. */
export function useIsSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      threshold: 0.3,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
