import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether the element of the ref has been visible on the screen. */
export function useSeen<E extends Element>(): [ref: RefObject<E | null>, isSeen: boolean] {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several changes together.
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
