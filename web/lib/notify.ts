export interface Toast {
  readonly type: 'success' | 'info' | 'error';
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Called when it is gone, for whatever reason; after `onClick` of the action. */
  readonly onClose?: () => void;
  /** How long it stays, in milliseconds. */
  readonly duration: number;
}

interface NotifyOptions extends Pick<Toast, 'description' | 'action' | 'onClose'> {
  /** Drops the message when another one was shown within the last second: for greetings on arrival. */
  readonly yields?: boolean;
}

/** Draws a toast in place of the one before; undefined takes that away. */
type ShowToast = (toast: Toast | undefined) => void;

const regions: ShowToast[] = [];
let waiting: Toast | undefined;
/** Whether the user has done something since the last message was shown. */
let isOld = false;
let lastShown = Number.NEGATIVE_INFINITY;

function show(type: Toast['type'], title: string, { yields, ...rest }: NotifyOptions = {}): void {
  const now = performance.now();
  if (yields && now - lastShown < 1000) return;
  lastShown = now;
  isOld = false;
  const toast = { type, title, ...rest, duration: type === 'error' || rest.action ? 8000 : 5000 };
  const region = regions.at(-1);
  if (region) region(toast);
  else waiting = toast;
}

/** To be called when the user does something: a message that is shown by now belongs to what was before. */
export function makeOld(): void {
  isOld = true;
}

/** Shows a short message over the page, app and public pages alike. A new message replaces the one before. */
export const notify = {
  success: (title: string, options?: NotifyOptions) => show('success', title, options),
  info: (title: string, options?: NotifyOptions) => show('info', title, options),
  error: (title: string, options?: NotifyOptions) => show('error', title, options),
  /** Takes the message away, because something newer says otherwise. */
  clear: () => {
    waiting = undefined;
    isOld = false;
    lastShown = Number.NEGATIVE_INFINITY;
    regions.at(-1)?.(undefined);
  },
  /** Takes the message of an earlier screen away. One that came with the new screen stays: no press lies between. */
  clearOld: () => {
    if (isOld) notify.clear();
  },
};

/**
 * Registers the function that draws toasts; the latest registration gets them. A toast sent while none is registered
 * waits for the next one, so that a message survives the change from a public page to the app. Returns how to
 * unregister.
 */
export function addToastRegion(region: ShowToast): () => void {
  regions.push(region);
  if (waiting) region(waiting);
  waiting = undefined;
  return () => {
    regions.splice(regions.indexOf(region), 1);
  };
}
