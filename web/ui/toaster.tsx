import { Box, createToaster, Portal, Stack, Toast, Toaster as ToastRegion } from '@chakra-ui/react';
import { Check, CircleAlert, Info } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { addToastRegion, type Toast as Message, makeOld } from '#web/lib/notify.ts';

type ToastStore = ReturnType<typeof createToaster>;

/**
 * One toast at a time (customer-product.md section 9): on a phone over the header, where it hides none of the
 * choices; on larger screens over the picture, above the row of actions.
 */
function createStore(isPhone: boolean): ToastStore {
  return createToaster({
    placement: isPhone ? 'top' : 'bottom-start',
    max: 1,
    overlap: false,
    offsets: { top: '0.5rem', bottom: '5.75rem', left: 'var(--toast-left, 1rem)', right: '1rem' },
    pauseOnPageIdle: true,
  });
}

const phone = matchMedia('(max-width: 47.99rem), (max-height: 30rem)');

/** Whether the screen is as narrow as a phone's; changes when a window is resized or a device is turned. */
function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      phone.addEventListener('change', onChange);
      return () => phone.removeEventListener('change', onChange);
    },
    () => phone.matches,
  );
}

const looks = {
  success: { Icon: Check, color: { base: 'basil.300', _dark: 'basil.600' } },
  error: { Icon: CircleAlert, color: { base: 'tomato.300', _dark: 'tomato.600' } },
  info: { Icon: Info, color: { base: 'saffron.300', _dark: 'saffron.600' } },
};

/**
 * The region of the app's toasts. It is outside of the root element, because a dialog hides the root from screen
 * readers.
 */
export function Toaster() {
  const isPhone = useIsPhone();
  const toaster = useMemo(() => createStore(isPhone), [isPhone]);
  const shown = useRef<ShownToast>(undefined);
  const cameFrom = useRef<HTMLElement>(undefined);
  // The button disappears with the toast. Chakra's region gives the focus back only while no pointer is over it.
  const leave = () => cameFrom.current?.focus({ preventScroll: true });
  return (
    // A region keeps its first store, so a new store needs a new region.
    <Portal key={String(isPhone)}>
      <ToastRegion toaster={toaster}>
        {(toast) => {
          const { Icon, color } = looks[toast.type as keyof typeof looks] ?? looks.info;
          return (
            <Toast.Root
              width={{
                base: 'calc(100vw - 2rem - env(safe-area-inset-left) - env(safe-area-inset-right))',
                md: '26rem',
              }}
              px={{ base: '3', md: '4' }}
              gap="2"
              alignItems="center"
              // On a phone, the action of a long text has a line of its own.
              flexWrap={{ base: toast.description ? 'wrap' : 'nowrap', md: 'nowrap' }}
              onFocus={({ currentTarget, relatedTarget }) => {
                if (currentTarget.contains(relatedTarget)) return;
                cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
              }}
            >
              <Box color={color} flexShrink="0">
                <Icon size={20} aria-hidden />
              </Box>
              <Stack gap="0.5" flex={{ base: toast.description ? '1 1 60%' : '1', md: '1' }} maxW="100%">
                <Toast.Title fontWeight="600" textStyle="sm">
                  {toast.title}
                </Toast.Title>
                {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
              </Stack>
              {toast.action && (
                <Toast.ActionTrigger
                  minH="11"
                  onClick={leave}
                  {...(toast.description && {
                    order: { base: 1, md: 0 },
                    ms: { base: '7', md: '0' },
                    me: { base: 'auto', md: '0' },
                  })}
                >
                  {toast.action.label}
                </Toast.ActionTrigger>
              )}
              <Toast.CloseTrigger
                onClick={leave}
                position="static"
                boxSize="11"
                my="-2"
                me="-2"
                flexShrink="0"
              />
            </Toast.Root>
          );
        }}
      </ToastRegion>
      <Source toaster={toaster} shown={shown} />
    </Portal>
  );
}

const presses = ['pointerdown', 'keydown', 'popstate'] as const;

/** Milliseconds until Chakra's region listens: it does not show a toast created before. */
const regionDelayMs = 100;

/** The toast on the screen, which moves to the new region when the screen becomes narrow or wide. */
interface ShownToast {
  readonly toast: Message;
  /** Reports once that the toast is gone. */
  readonly close: () => void;
}

interface SourceProps {
  readonly toaster: ToastStore;
  readonly shown: RefObject<ShownToast | undefined>;
}

/** Passes messages to Chakra's region, and reports when they are old. */
function Source({ toaster, shown }: SourceProps) {
  useEffect(() => {
    const create = (current: ShownToast) => {
      const { onClose, ...options } = current.toast;
      toaster.create({
        ...options,
        closable: true,
        onStatusChange: ({ status }) => {
          if (status === 'unmounted') current.close();
        },
      });
    };
    const show = (toast: Message | undefined) => {
      // Removed, not dismissed: a dismissed toast fades out first, and the new one would be queued behind it.
      toaster.remove();
      shown.current?.close();
      if (!toast) return;
      const current: ShownToast = {
        toast,
        close: () => {
          if (shown.current !== current) return;
          shown.current = undefined;
          toast.onClose?.();
        },
      };
      shown.current = current;
      create(current);
    };
    let leave: (() => void) | undefined;
    const timer = setTimeout(() => {
      const moved = shown.current;
      if (moved) create(moved);
      leave = addToastRegion(show);
    }, regionDelayMs);
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [toaster, shown]);
  useEffect(() => {
    for (const press of presses) addEventListener(press, makeOld, true);
    return () => {
      for (const press of presses) removeEventListener(press, makeOld, true);
    };
  }, []);
  return null;
}
