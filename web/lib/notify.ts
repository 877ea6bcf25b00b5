export interface Toast {
  readonly type: 'success' | 'info' | 'error';
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Called when the message is gone for whatever reason; after the action's `onClick`. */
  readonly onClose?: () => void;
  /** Display time in milliseconds. */
  readonly duration: number;
}

interface NotifyOptions extends Pick<Toast, 'description' | 'action' | 'onClose'> {
  /** Whether to drop the message if another one was shown within the last second: for greetings on arrival. */
  readonly yields?: boolean;
  /** Whether the message is shown until it is dismissed or replaced. */
  readonly stays?: boolean;
}

/** Renders a toast in place of the previous one; undefined removes it. */
type ShowToast = (toast: Toast | undefined) => void;

const regions: ShowToast[] = [];
let waiting: Toast | undefined;
/** Title of the latest message, until it is removed. */
let latest: string | undefined;
/** Whether the user has done something since the last message was shown. */
let isOld = false;
let lastShown = Number.NEGATIVE_INFINITY;

function show(type: Toast['type'], title: string, { yields, stays, ...rest }: NotifyOptions = {}): void {
  const now = performance.now();
  if (yields && now - lastShown < 1000) return;
  lastShown = now;
  isOld = false;
  latest = title;
  const duration = stays ? Number.POSITIVE_INFINITY : type === 'error' || rest.action ? 8000 : 5000;
  const toast = { type, title, ...rest, duration };
  const region = regions.at(-1);
  if (region) region(toast);
  else waiting = toast;
}

/** To be called when the user does something: the present message then belongs to the past. */
export function makeOld(): void {
  isOld = true;
}

/** Shows a short message over the page, in the app and on public pages. A new message replaces the previous one. */
export const notify = {
  success: (title: string, options?: NotifyOptions) => show('success', title, options),
  info: (title: string, options?: NotifyOptions) => show('info', title, options),
  error: (title: string, options?: NotifyOptions) => show('error', title, options),
  /** Removes the message, because something newer contradicts it. */
  clear: () => {
    waiting = undefined;
    latest = undefined;
    isOld = false;
    lastShown = Number.NEGATIVE_INFINITY;
    regions.at(-1)?.(undefined);
  },
  /** Removes the message with this title, unless another one has replaced it: for a failure that is tried again. */
  takeBack: (title: string) => {
    if (latest === title) notify.clear();
  },
  /**
   * Removes the message of an earlier screen. A message that came with the new screen stays, because the user has done
   * nothing since.
   */
  clearOld: () => {
    if (isOld) notify.clear();
  },
};

/**
 * Registers the function that renders toasts; the latest registration gets them. A toast sent while none is registered
 * waits for the next one, so that a message survives the change from a public page to the app. Returns a function that
 * unregisters it.
 */
export function addToastRegion(region: ShowToast): () => void {
  regions.push(region);
  if (waiting) region(waiting);
  waiting = undefined;
  return () => {
    regions.splice(regions.indexOf(region), 1);
  };
}
