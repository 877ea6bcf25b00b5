import { Button, HStack, IconButton, Input, Progress, Stack, Text } from '@chakra-ui/react';
import { useIsMutating } from '@tanstack/react-query';
import { Palette, RotateCcw, X } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { maxNameLength } from '#shared/domain/limits.ts';
import { isAutomaticName } from '#web/lib/format.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { maskKey } from '#web/photos/photo-queries.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { DishPicture } from './dish-picture.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { Row } from './menu-draft.ts';
import { words } from './words.ts';

interface DishRowProps extends Omit<RowDish, 'isToCheck'> {
  readonly row: Row;
  readonly onName: (key: string, name: string) => void;
  readonly onLook: (key: string) => void;
  readonly onRetry: (keys: readonly string[]) => void;
  readonly onRemove: (key: string) => void;
}

/** One photo of the menu: its picture, its name, and the state of its upload and its dish. */
export const DishRow = memo(function DishRow(props: DishRowProps) {
  const { row, photo, state, onName, onLook, onRetry, onRemove } = props;
  const { key, name, fileName, preview, upload, look } = row;
  // The hint is hidden while the user types.
  const [isTyping, setTyping] = useState(false);
  const question = useId();
  const isNameless = name.trim() === '';
  const problem = isNameless ? words.nameMissing : tooLong(name.trim(), maxNameLength);
  const isQuestioned = !isNameless && !isTyping && isAutomaticName(name);
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
      <DishPicture preview={preview} upload={upload} label={label} photo={photo} state={state} />
      <Stack gap="1" flex="1" minW="0">
        <HStack gap="0">
          <Input
            size="sm"
            minH="9"
            aria-label={words.nameOf(fileName)}
            aria-invalid={problem !== undefined}
            aria-describedby={isQuestioned ? question : undefined}
            borderColor={problem ? 'border.error' : isQuestioned ? 'saffron.solid' : undefined}
            value={name}
            onFocus={({ target }) => {
              if (isQuestioned) target.select();
              setTyping(true);
            }}
            onBlur={() => setTyping(false)}
            onChange={({ target }) => onName(key, target.value)}
          />
          <IconButton
            variant="ghost"
            ms="2"
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
        {isQuestioned && (
          <Text id={question} fontSize="xs" lineHeight="1.3">
            {photoWords.nameQuestion}
          </Text>
        )}
        {upload.state === 'sending' ? (
          <Progress.Root
            value={upload.progress * 100}
            size="xs"
            aria-label={words.sent(upload.progress)}
            py="1.5"
            fontSize="xs"
            minH={twoLines}
          >
            <Progress.Track borderRadius="pill">
              <Progress.Range bg="brand.solid" />
            </Progress.Track>
          </Progress.Root>
        ) : (
          <Text
            fontSize="xs"
            lineHeight="1.3"
            minH={twoLines}
            pe="2"
            color={colorOf(props, problem !== undefined)}
            role={upload.state === 'failed' ? 'alert' : undefined}
          >
            {upload.state === 'failed' ? (
              upload.problem
            ) : problem ? (
              problem
            ) : upload.state === 'done' ? (
              <DishState {...props} />
            ) : (
              words.waiting
            )}
          </Text>
        )}
        {upload.state === 'failed' && upload.canRetry && (
          <Button
            size="sm"
            variant="outline"
            alignSelf="start"
            aria-label={words.tryAgainOf(label)}
            onClick={() => onRetry([key])}
          >
            <RotateCcw size={15} aria-hidden />
            {words.tryAgain}
          </Button>
        )}
      </Stack>
    </HStack>
  );
});

/**
 * Room for two lines, the usual length, so that nothing moves when the text changes. Longer advice takes more lines.
 */
const twoLines = '2.6em';

/** The state of an uploaded photo's dish, and whether it has a look of its own. */
function DishState({
  row,
  photo,
  state,
  problem,
  tip,
}: Omit<RowDish, 'isToCheck'> & Pick<DishRowProps, 'row'>) {
  const isSaving = useIsMutating({ mutationKey: maskKey(photo?.id ?? '') }) > 0;
  const texts = { ...photoWords, unknown: words.uploaded, kept: words.dishFound };
  const advice = problem ?? tip;
  return (
    <>
      {row.look !== null && (
        <>
          <span>{words.ownLook}</span>
          {' · '}
        </>
      )}
      <span>{isSaving ? texts.saving : advice ? texts.advice[advice] : texts[state]}</span>
    </>
  );
}

function colorOf({ row, state, problem }: DishRowProps, isUnfit: boolean): string {
  if (isUnfit || row.upload.state === 'failed') return 'fg.error';
  return problem || state === 'doubtful' ? 'fg.warning' : 'fg.muted';
}
