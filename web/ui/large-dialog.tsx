import { Box, CloseButton, Dialog, type DialogContentProps, Portal, Text } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { words } from '#web/lib/words.ts';
import { clearOf, short } from './screens.ts';

interface LargeDialogProps {
  readonly title: string;
  readonly subtitle: string;
  /** Width on wider screens. */
  readonly width: string;
  /** Lengths that the content uses, as custom properties; `short`: on a phone in landscape. */
  readonly lengths: Readonly<Record<`--${string}`, string | { readonly base: string; readonly md: string }>>;
  readonly lengthsIfShort?: Readonly<Record<`--${string}`, string>>;
  readonly onKeyDown?: DialogContentProps['onKeyDown'];
  readonly onClose: () => void;
  readonly footer: ReactNode;
  /** `Dialog.Body`, and anything between it and the footer. */
  readonly children: ReactNode;
}

/** A dialog for editing a picture, which fills the screen of a phone. A click outside does not close it. */
export function LargeDialog(props: LargeDialogProps) {
  const { title, subtitle, width, lengths, lengthsIfShort, onKeyDown, onClose, footer, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      closeOnInteractOutside={false}
      placement="center"
      scrollBehavior="inside"
      motionPreset="scale"
      initialFocusEl={() => heading.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', md: '6' }} css={{ [short]: { p: '0' } }}>
          <Dialog.Content
            maxW={{ base: 'full', md: width }}
            h={{ base: '100dvh', md: 'auto' }}
            maxH={{ base: '100dvh', md: 'calc(100dvh - 3rem)' }}
            borderRadius={{ base: '0', md: 'card' }}
            m="0"
            onKeyDown={onKeyDown}
            css={{
              ...lengths,
              [short]: { maxW: 'full', h: '100dvh', maxH: '100dvh', borderRadius: '0', ...lengthsIfShort },
            }}
          >
            <Dialog.Header
              pt={{ base: clearOf('top', '1rem'), md: '5' }}
              pb="2"
              pe="16"
              css={{ [short]: { pt: clearOf('top', '0.5rem') } }}
            >
              <Box
                css={{
                  [short]: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
                }}
              >
                <Dialog.Title ref={heading} tabIndex={-1} outline="none">
                  {title}
                </Dialog.Title>
                <Text fontSize="sm" color="fg.muted">
                  {subtitle}
                </Text>
              </Box>
            </Dialog.Header>
            {children}
            <Dialog.Footer
              gap="3"
              pt="3"
              pb={{ base: clearOf('bottom', '0.75rem'), md: '5' }}
              borderTopWidth="1px"
              borderColor="border.muted"
              css={{ [short]: { pt: '1.5', pb: clearOf('bottom', '0.375rem') } }}
            >
              {footer}
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild top={{ base: clearOf('top', '0.5rem'), md: '2' }}>
              <CloseButton aria-label={words.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
