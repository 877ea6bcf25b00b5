import { Box, Button, chakra, HStack, IconButton, Input, Progress, Stack, Text } from '@chakra-ui/react';
import { Palette, RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import { maxNameLength } from './dish-name.ts';
import type { Row } from './menu-draft.ts';
import { words } from './words.ts';

interface DishRowProps {
  readonly row: Row;
  readonly onName: (key: string, name: string) => void;
  readonly onLook: (key: string) => void;
  readonly onRetry: (key: string) => void;
  readonly onRemove: (key: string) => void;
}

/** One photo of the menu: its picture, its name, and how far its upload is. */
export const DishRow = memo(function DishRow({ row, onName, onLook, onRetry, onRemove }: DishRowProps) {
  const { key, name, fileName, preview, upload, look } = row;
  const isNameless = name.trim() === '';
  const label = isNameless ? fileName : name;
  return (
    <HStack
      as="li"
      listStyleType="none"
      gap="3"
      align="start"
      p="2"
      pe="1"
      bg="bg.panel"
      borderRadius="card"
      borderWidth="1px"
      borderColor={upload.state === 'failed' ? 'border.error' : 'border.muted'}
    >
      <Box boxSize="16" flexShrink="0" borderRadius="l1" overflow="hidden" bg="bg.muted">
        {preview !== null && <chakra.img src={preview} alt="" boxSize="full" objectFit="cover" />}
      </Box>
      <Stack gap="1" flex="1" minW="0">
        <Input
          size="sm"
          minH="9"
          aria-label={words.nameOf(fileName)}
          aria-invalid={isNameless}
          borderColor={isNameless ? 'border.error' : undefined}
          value={name}
          maxLength={maxNameLength}
          onChange={({ target }) => onName(key, target.value)}
        />
        {upload.state === 'sending' ? (
          <Progress.Root
            value={upload.progress * 100}
            size="xs"
            aria-label={words.sent(upload.progress)}
            py="1.5"
          >
            <Progress.Track borderRadius="pill">
              <Progress.Range bg="brand.solid" />
            </Progress.Track>
          </Progress.Root>
        ) : (
          <Text
            fontSize="xs"
            lineHeight="1.3"
            color={isNameless || upload.state === 'failed' ? 'fg.error' : 'fg.muted'}
            role={upload.state === 'failed' ? 'alert' : undefined}
          >
            {upload.state === 'failed'
              ? upload.problem
              : isNameless
                ? words.nameMissing
                : upload.state === 'done'
                  ? look === null
                    ? words.uploaded
                    : words.ownLook
                  : words.waiting}
          </Text>
        )}
        {upload.state === 'failed' && upload.canRetry && (
          <Button
            size="sm"
            variant="outline"
            alignSelf="start"
            aria-label={words.tryAgainOf(label)}
            onClick={() => onRetry(key)}
          >
            <RotateCcw size={15} aria-hidden />
            {words.tryAgain}
          </Button>
        )}
      </Stack>
      <HStack gap="0">
        <IconButton
          variant="ghost"
          aria-label={words.lookOf(label)}
          aria-pressed={look !== null}
          color={look === null ? undefined : 'brand.fg'}
          onClick={() => onLook(key)}
        >
          <Palette size={18} />
        </IconButton>
        <IconButton variant="ghost" aria-label={words.remove(label)} onClick={() => onRemove(key)}>
          <X size={18} />
        </IconButton>
      </HStack>
    </HStack>
  );
});
