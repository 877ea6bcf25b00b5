import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { words } from './words.ts';

interface Sorting {
  /**
   * Position of each id, also during a drag; used for CSS `order`, so that no element moves in the document during a
   * drag.
   */
  readonly placeOf: (id: string) => number;
  readonly draggedId: string | undefined;
  /** Announced to screen readers. */
  readonly message: string;
  readonly itemProps: (id: string) => { readonly 'data-sort-id': string };
  readonly handleProps: (id: string, name: string) => object;
}

/**
 * Sorting of a list by mouse, finger or keyboard (arrow keys, Home and End on the handle; Escape cancels).
 * `onSort` gets all ids in their new order when an item was dropped at another position.
 */
export function useSorting(ids: readonly string[], onSort: (ids: string[]) => void): Sorting {
  const [drag, setDrag] = useState<{ id: string; name: string; order: readonly string[] }>();
  const [message, setMessage] = useState('');
  /** The handle that keeps the focus when its item moves in the document. */
  const focused = useRef<string>(undefined);
  const order = drag?.order ?? ids;
  const key = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the order in the document changes.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-sort-handle="${focused.current}"]`)?.focus();
  }, [key]);

  useEffect(() => {
    if (!drag) return;
    const { id, name } = drag;
    const follow = (event: globalThis.PointerEvent) => {
      const below = document.elementFromPoint(event.clientX, event.clientY);
      const target = below?.closest<HTMLElement>('[data-sort-id]')?.dataset.sortId;
      if (target === undefined || target === id) return;
      // Synchronously, because the item may be dropped before React would render its new position.
      flushSync(() =>
        setDrag((current) => {
          const at = current?.order.indexOf(target) ?? -1;
          return current && at >= 0 ? { ...current, order: movedTo(current.order, id, at) } : current;
        }),
      );
    };
    const drop = () => {
      setDrag(undefined);
      if (drag.order.join() === ids.join()) return;
      setMessage(words.moved(name, drag.order.indexOf(id) + 1, drag.order.length));
      onSort([...drag.order]);
    };
    const letGo = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined);
    };
    const cancel = () => setDrag(undefined);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', letGo);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', letGo);
    };
  }, [drag, ids, onSort]);

  function moveBy(event: KeyboardEvent, id: string, name: string): void {
    const at = ids.indexOf(id);
    const target = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: ids.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const place = Math.min(ids.length - 1, Math.max(0, target));
    if (place === at) return;
    focused.current = id;
    setMessage(words.moved(name, place + 1, ids.length));
    onSort(movedTo(ids, id, place));
  }

  return {
    placeOf: (id) => order.indexOf(id),
    draggedId: drag?.id,
    message,
    itemProps: (id) => ({ 'data-sort-id': id }),
    handleProps: (id, name) => ({
      'data-sort-handle': id,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.releasePointerCapture(event.pointerId);
        setDrag({ id, name, order: ids });
      },
      onKeyDown: (event: KeyboardEvent) => moveBy(event, id, name),
      onBlur: () => {
        focused.current = undefined;
      },
    }),
  };
}

function movedTo(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
