import { Box, Button, HStack, IconButton, Input, Progress, Stack, Text } from '@chakra-ui/react';
import { useIsMutating } from '@tanstack/react-query';
import { Lightbulb, Palette, RotateCcw, X } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { maxNameLength } from '#shared/domain/limits.ts';
import { isAutomaticName } from '#web/lib/format.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { CoachPlace } from '#web/photos/photo-coach.tsx';
import { maskKey } from '#web/photos/photo-queries.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { DishPicture } from './dish-picture.tsx';
import { DishTips } from './dish-tips.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { Row } from './menu-draft.ts';
import type { DishUploads } from './use-dish-uploads.ts';
import { words } from './words.ts';

interface DishRowProps extends Omit<RowDish, 'isToCheck'> {
  readonly row: Row;
  /** The photo's file; undefined after a reload. */
  readonly file: File | undefined;
  readonly onName: (key: string, name: string) => void;
  readonly onLook: (key: string) => void;
  readonly onFixed: DishUploads['fix'];
  readonly onUndo: DishUploads['undoFix'];
  readonly onRetry: (keys: readonly string[]) => void;
  readonly onRemove: (key: string) => void;
}

/** One photo of the menu: its picture, its name, and the state of its upload and its dish. */
export const DishRow = memo(function DishRow(props: DishRowProps) {
  const { row, photo, state, hasAdvice, file, onName, onLook, onRetry, onRemove } = props;
  const { key, name, fileName, preview, upload, look } = row;
  // The hint is hidden while the user types.
  const [isTyping, setTyping] = useState(false);
  const question = useId();
  const [showsTips, setShowsTips] = useState(false);
  const isNameless = name.trim() === '';
  const problem = isNameless ? words.nameMissing : tooLong(name.trim(), maxNameLength);
  const isQuestioned = !isNameless && !isTyping && isAutomaticName(name);
  const label = isNameless ? fileName : name;
  const hasTips =
    hasAdvice ||
    row.fixedFrom?.former !== undefined ||
    (isQuestioned && Boolean(photo?.reading?.content?.name));
  return (
    <Box
      as="li"
      listStyleType="none"
      p="2"
      pe="1"
      bg="bg.panel"
      borderRadius="card"
      borderWidth="1px"
      borderColor={upload.state === 'failed' ? 'border.error' : 'border.muted'}
    >
      <HStack gap="3" align="start">
        <DishPicture preview={preview} upload={upload} label={label} photo={photo} state={state} />
        <Stack gap="1" flex="1" minW="0">
          <HStack gap="0">
            <Input
              size="sm"
              minH="9"
              dir="auto"
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
                <DishState {...props} showsAdvice={!showsTips} />
              ) : (
                words.waiting
              )}
            </Text>
          )}
          {upload.state === 'done' && hasTips && (
            <Button
              size="sm"
              variant="outline"
              alignSelf="start"
              aria-label={words.tipsFor(label)}
              aria-expanded={showsTips}
              onClick={() => setShowsTips(!showsTips)}
            >
              <Lightbulb size={15} aria-hidden />
              {words.tips}
            </Button>
          )}
          {upload.state === 'failed' && (
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
          {upload.state === 'failed' && row.fixedFrom?.former && (
            <Button size="sm" variant="outline" alignSelf="start" onClick={() => props.onUndo(row)}>
              {words.takeFormer}
            </Button>
          )}
        </Stack>
      </HStack>
      {showsTips && (
        <CoachPlace>
          {upload.state === 'done' && (
            <DishTips
              key={upload.uploadId}
              row={row}
              uploadId={upload.uploadId}
              file={file}
              onName={onName}
              onFixed={props.onFixed}
              onUndo={props.onUndo}
            />
          )}
        </CoachPlace>
      )}
    </Box>
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
  formerMask,
  showsAdvice,
}: Omit<RowDish, 'isToCheck'> & Pick<DishRowProps, 'row'> & { readonly showsAdvice: boolean }) {
  const isSaving = useIsMutating({ mutationKey: maskKey(photo?.id ?? '') }) > 0;
  const texts = { ...photoWords, unknown: words.uploaded, kept: words.dishFound };
  const advice = showsAdvice ? (problem ?? tip) : undefined;
  const isSavingMask = isSaving || formerMask === 'coming';
  const found = formerMask === 'lost' ? texts.maskLost : advice ? texts.advice[advice] : texts[state];
  return (
    <>
      {row.look !== null && (
        <>
          <span>{words.ownLook}</span>
          {' · '}
        </>
      )}
      <span>{isSavingMask ? texts.saving : found}</span>
    </>
  );
}

function colorOf({ row, state, problem, formerMask }: DishRowProps, isUnfit: boolean): string {
  if (isUnfit || row.upload.state === 'failed') return 'fg.error';
  return problem || state === 'doubtful' || formerMask === 'lost' ? 'fg.warning' : 'fg.muted';
}
