import { Check, CircleAlert, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { addToastRegion, type Toast } from '#web/lib/notify.ts';
import css from './toast-region.module.css';
import { words } from './words.ts';

const icons = { success: Check, info: Info, error: CircleAlert };

/**
 * The region of toasts on a public page. It is always in the document (a live region), so that screen readers announce
 * its changes.
 */
export function ToastRegion() {
  const [toast, setToast] = useState<Toast>();
  // Unregisters with the page, because the app that replaces the page shows the next toast.
  useLayoutEffect(() => addToastRegion(setToast), []);
  useEffect(() => {
    if (toast === undefined) return;
    const timer = setTimeout(() => setToast(undefined), toast.duration);
    return () => clearTimeout(timer);
  }, [toast]);
  const Icon = icons[toast?.type ?? 'info'];
  return (
    <div className={css.region} role="status">
      {toast && (
        <div className={css.toast}>
          <Icon size={20} aria-hidden />
          <div>
            <strong>{toast.title}</strong>
            {toast.description && <span>{toast.description}</span>}
          </div>
          <button type="button" aria-label={words.dismiss} onClick={() => setToast(undefined)}>
            <X size={18} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
