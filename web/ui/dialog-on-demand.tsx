import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { logError } from '#web/lib/log-error.ts';
import { notify } from '#web/lib/notify.ts';

/**
 * A dialog whose script is loaded when it is first opened. If that fails, a message says so and the dialog closes: the
 * screen behind it stays, and the next press tries again, which `React.lazy` would not do.
 */
export function dialogOnDemand<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function DialogOnDemand(props) {
    const [Dialog, setDialog] = useState(() => known);
    const close = useEffectEvent(props.onClose);
    useEffect(() => {
      if (known) return;
      let isOpen = true;
      load().then(
        (dialog) => {
          known = dialog;
          if (isOpen) setDialog(() => dialog);
        },
        (error) => {
          logError(error);
          if (!isOpen) return;
          notify.error(messageOf(new ApiError('offline')));
          close();
        },
      );
      return () => {
        isOpen = false;
      };
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
