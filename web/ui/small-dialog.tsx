import { Button, Dialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { words } from '#web/lib/words.ts';
import { clearOf, noSticky } from './screens.ts';

interface SmallDialogProps {
  /** True by default: most dialogs are rendered only while they are open. */
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Stands under the title. */
  readonly description?: string;
  /** Whether it is an alert dialog: a question before something that cannot be undone. */
  readonly isAlert?: boolean;
  /**
   * Whether the title gets the focus: needed if the first control is a slider, which is hidden when the dialog opens.
   */
  readonly focusesTitle?: boolean;
  /** The element that gets the focus afterwards; by default the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
  /** `Dialog.Body` and a footer, inside a form if there is one. */
  readonly children: ReactNode;
}

/** Sticks to the bottom of the screen, below the positioner's padding. */
const pinned = {
  position: 'sticky',
  bottom: `calc(-1 * ${clearOf('bottom', '1rem')})`,
  zIndex: '1',
  background: 'bg.panel',
  borderBottomRadius: 'card',
  [noSticky]: { position: 'static' },
} as const;

/**
 * A dialog with a few fields. If it is taller than the screen, its content scrolls under its buttons, which stay
 * visible.
 */
export function SmallDialog({
  open = true,
  onClose,
  title,
  description,
  isAlert,
  focusesTitle = false,
  finalFocus,
  children,
}: SmallDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      role={isAlert ? 'alertdialog' : 'dialog'}
      placement="center"
      motionPreset="slide-in-bottom"
      {...(focusesTitle && { initialFocusEl: () => heading.current })}
      {...(finalFocus && { finalFocusEl: finalFocus })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner
          pt={clearOf('top', '1rem')}
          pb={clearOf('bottom', '1rem')}
          ps={clearOf('left', '1rem')}
          pe={clearOf('right', '1rem')}
        >
          <Dialog.Content maxW="md" css={{ '& .chakra-dialog__footer': pinned }}>
            <Dialog.Header flexDirection="column" gap="0.5">
              <Dialog.Title ref={heading} tabIndex={-1} outline="none">
                {title}
              </Dialog.Title>
              {description !== undefined && (
                <Dialog.Description color="fg.muted">{description}</Dialog.Description>
              )}
            </Dialog.Header>
            {children}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface SmallDialogFooterProps {
  readonly onCancel: () => void;
  readonly cancel?: string;
  /** The label of the primary button. */
  readonly action: string;
  /** Called by the primary button; without it, the button submits the form around the footer. */
  readonly onAction?: () => void;
  /** True while the action runs: the primary button shows a spinner and cannot be pressed. */
  readonly isPending?: boolean;
  readonly disabled?: boolean;
  /** Whether the other button is the better choice, and looks like it. */
  readonly advisesCancel?: boolean;
}

/** Cancel and the primary button of a dialog. Cancel comes first, also in the tab order. */
export function SmallDialogFooter({
  onCancel,
  cancel = words.cancel,
  action,
  onAction,
  isPending = false,
  disabled = false,
  advisesCancel = false,
}: SmallDialogFooterProps) {
  return (
    <Dialog.Footer gap="3" flexWrap="wrap">
      <Button variant={advisesCancel ? 'solid' : 'outline'} onClick={onCancel}>
        {cancel}
      </Button>
      <Button
        type={onAction ? 'button' : 'submit'}
        variant={advisesCancel ? 'outline' : 'solid'}
        disabled={disabled}
        loading={isPending}
        onClick={onAction}
      >
        {action}
      </Button>
    </Dialog.Footer>
  );
}
