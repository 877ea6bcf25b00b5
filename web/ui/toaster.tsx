import { createToaster, Portal, Stack, Toast, Toaster as ToastRegion } from '@chakra-ui/react';
import { Check, CircleAlert, Info } from 'lucide-react';

/** One toast at a time (customer-product.md section 9), above the row of actions and never over the steps. */
const toaster = createToaster({
  placement: 'bottom-start',
  max: 1,
  overlap: false,
  offsets: { top: '5rem', bottom: '5.75rem', left: '1rem', right: '1rem' },
  pauseOnPageIdle: true,
});

interface NotifyOptions {
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

function show(type: 'success' | 'info' | 'error', title: string, options: NotifyOptions = {}): void {
  toaster.dismiss();
  toaster.create({
    type,
    title,
    closable: true,
    duration: type === 'error' || options.action ? 8000 : 5000,
    ...(options.description !== undefined && { description: options.description }),
    ...(options.action && { action: options.action }),
  });
}

/** Short messages that float over the page; a new one takes the place of the old. */
export const notify = {
  success: (title: string, options?: NotifyOptions) => show('success', title, options),
  info: (title: string, options?: NotifyOptions) => show('info', title, options),
  error: (title: string, options?: NotifyOptions) => show('error', title, options),
};

const icons = { success: Check, error: CircleAlert, info: Info };

/** Where toasts appear; placed once, beside the root: a dialog hides the root from screen readers. */
export function Toaster() {
  return (
    <Portal>
      <ToastRegion toaster={toaster}>
        {(toast) => {
          const Icon = icons[toast.type as keyof typeof icons] ?? Info;
          return (
            <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '26rem' }} alignItems="center">
              <Icon
                size={20}
                aria-hidden
                color={toast.type === 'error' ? '#FB9A80' : toast.type === 'success' ? '#86BC8F' : '#F8C566'}
              />
              <Stack gap="0.5" flex="1" maxW="100%">
                <Toast.Title fontWeight="600">{toast.title}</Toast.Title>
                {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
              </Stack>
              {toast.action && <Toast.ActionTrigger minH="11">{toast.action.label}</Toast.ActionTrigger>}
              <Toast.CloseTrigger />
            </Toast.Root>
          );
        }}
      </ToastRegion>
    </Portal>
  );
}
