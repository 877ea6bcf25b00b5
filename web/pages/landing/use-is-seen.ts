import { useEffect, useState } from 'react';

/** Whether an element is on the screen. */
export function useIsSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several changes together; the last one holds.
      (changes) => setSeen(changes.at(-1)?.isIntersecting ?? false),
      { threshold: 0.3 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
