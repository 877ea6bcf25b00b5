import { Button, HStack, Progress, Stack, Text } from '@chakra-ui/react';
import { words as shared } from '#web/lib/words.ts';
import { words } from './words.ts';

interface UploadBarProps {
  readonly name: string;
  /** 0 to 1; undefined when it stopped. */
  readonly progress: number | undefined;
  readonly problem?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly onCancel: () => void;
}

/** The progress of an upload, or the reason why it failed. */
export function UploadBar({ name, progress, problem, onRetry, onCancel }: UploadBarProps) {
  return (
    <HStack
      bg="bg.panel"
      borderWidth="1px"
      borderColor={problem ? 'border.error' : 'border.muted'}
      borderRadius="card"
      ps="4"
      pe="2"
      py="2"
      gap="4"
    >
      <Stack gap="1.5" flex="1" minW="0" py="1">
        <HStack justify="space-between" gap="3">
          <Text fontWeight="600" lineClamp={1}>
            {name}
          </Text>
          <Text
            fontSize="xs"
            color={problem ? 'fg.error' : 'fg.muted'}
            role="status"
            flexShrink="0"
            fontVariantNumeric="tabular-nums"
          >
            {problem ?? (progress === undefined ? '' : words.sent(progress))}
          </Text>
        </HStack>
        {progress !== undefined && !problem && (
          <Progress.Root value={progress < 1 ? progress * 100 : null} size="xs" aria-label={name}>
            <Progress.Track borderRadius="pill">
              <Progress.Range bg="brand.solid" />
            </Progress.Track>
          </Progress.Root>
        )}
      </Stack>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry} flexShrink="0">
          {shared.tryAgain}
        </Button>
      )}
      {/* A file that was sent completely is published. */}
      {progress !== 1 && (
        <Button variant="ghost" size="sm" onClick={onCancel} flexShrink="0">
          {problem ? words.dismiss : shared.cancel}
        </Button>
      )}
    </HStack>
  );
}
