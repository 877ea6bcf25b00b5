import { Box, createToaster, Portal, Stack, Toast, Toaster as ToastRegion } from '@chakra-ui/react';
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
  /** Not said when something else was said within the last second: for greetings, which come as the page speaks. */
  readonly yields?: boolean;
}

let lastShown = Number.NEGATIVE_INFINITY;

function show(type: 'success' | 'info' | 'error', title: string, options: NotifyOptions = {}): void {
  const now = performance.now();
  if (options.yields && now - lastShown < 1000) return;
  lastShown = now;
  // Removed, not dismissed: while the old one fades, a new one waits in a queue, behind every other that waits there.
  toaster.remove();
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

const looks = {
  success: { Icon: Check, color: { base: 'basil.300', _dark: 'basil.600' } },
  error: { Icon: CircleAlert, color: { base: 'tomato.300', _dark: 'tomato.600' } },
  info: { Icon: Info, color: { base: 'saffron.300', _dark: 'saffron.600' } },
};

/** Where toasts appear; placed once, beside the root: a dialog hides the root from screen readers. */
export function Toaster() {
  return (
    <Portal>
      <ToastRegion toaster={toaster}>
        {(toast) => {
          const { Icon, color } = looks[toast.type as keyof typeof looks] ?? looks.info;
          return (
            <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '26rem' }} alignItems="center">
              <Box color={color} flexShrink="0">
                <Icon size={20} aria-hidden />
              </Box>
              <Stack gap="0.5" flex="1" maxW="100%">
                <Toast.Title fontWeight="600">{toast.title}</Toast.Title>
                {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
              </Stack>
              {toast.action && <Toast.ActionTrigger minH="11">{toast.action.label}</Toast.ActionTrigger>}
              <Toast.CloseTrigger position="static" boxSize="11" my="-2" me="-2" flexShrink="0" />
            </Toast.Root>
          );
        }}
      </ToastRegion>
    </Portal>
  );
}
