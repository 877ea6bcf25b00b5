import { Box, Button, Grid, HStack, Text } from '@chakra-ui/react';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useDialogsInHistory } from '#web/lib/use-open-in-history.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyStage } from '#web/ui/empty-stage.tsx';
import { DishRow } from './dish-row.tsx';
import { checkDialogName, KeptDialog } from './kept-dialog.tsx';
import { type RowDish, unknownDish } from './kept-dishes.ts';
import { NamesDialog } from './names-dialog.tsx';
import { pickMenuPhotos } from './photos-drop.tsx';
import type { DishUploads } from './use-dish-uploads.ts';
import { words } from './words.ts';

interface DishListProps {
  readonly uploads: DishUploads;
  /** What is known of the dishes, by the keys of the rows. */
  readonly kept: ReadonlyMap<string, RowDish>;
  readonly onLook: (key: string) => void;
}

/** The dishes of a menu that is being put together, with the kept part of each. */
export function DishList({ uploads, kept, onLook }: DishListProps) {
  const { rows, change, rename: renameAll, retry, remove, fileOf, fix, undoFix, clear } = uploads;
  const { open } = useDialogsInHistory();
  const toCheck = rows.flatMap(({ key }) => {
    const dish = kept.get(key);
    return dish?.photo && dish.isToCheck ? [dish.photo] : [];
  });
  const [first] = toCheck;
  const failed = rows.flatMap(({ key, upload }) => (upload.state === 'failed' ? key : []));
  const [isAsking, setAsking] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const rename = useCallback((key: string, name: string) => change(key, { name }), [change]);
  if (rows.length === 0) {
    return (
      <Box mt="4" h={{ base: '32', lg: '16rem' }}>
        <EmptyStage title={words.noPhotosYet} hint={words.noPhotosYetText} onPick={pickMenuPhotos} />
      </Box>
    );
  }
  return (
    <>
      <HStack justify="space-between" flexWrap="wrap" columnGap="3" rowGap="0" mt="4" mb="2">
        {/* As high as the button, so that nothing moves when it appears. */}
        <HStack
          columnGap="3"
          rowGap="1"
          flexWrap="wrap"
          minH="10"
          flex={{ base: '1 0 100%', sm: '1 0 auto' }}
          justify={{ base: 'space-between', sm: 'start' }}
        >
          <Text fontWeight="600" fontVariantNumeric="tabular-nums" role="status">
            {words.dishes(rows.length)}
          </Text>
          {failed.length > 1 && (
            <Button size="sm" minH="10" variant="outline" onClick={() => retry(failed)}>
              <RotateCcw size={15} aria-hidden />
              {words.tryAllAgain}
            </Button>
          )}
          {first && (
            <Button size="sm" minH="10" variant="outline" onClick={() => open(checkDialogName(first.id))}>
              <TriangleAlert size={16} aria-hidden />
              {words.check(toCheck.length)}
            </Button>
          )}
        </HStack>
        <HStack gap="0" ms={{ base: '-4', sm: '0' }} me="-3">
          <Button size="sm" variant="ghost" onClick={() => setNaming(true)}>
            {words.nameAll}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
            {words.removeAll}
          </Button>
        </HStack>
      </HStack>
      {isNaming && <NamesDialog rows={rows} onClose={() => setNaming(false)} onNames={renameAll} />}
      <Grid as="ul" gap="2" templateColumns="repeat(auto-fill, minmax(min(100%, 20rem), 1fr))">
        {rows.map((row) => {
          const { isToCheck: _, ...dish } = kept.get(row.key) ?? unknownDish;
          return (
            <DishRow
              key={row.key}
              row={row}
              {...dish}
              onName={rename}
              file={fileOf(row.key)}
              onLook={onLook}
              onFixed={fix}
              onUndo={undoFix}
              onRetry={retry}
              onRemove={remove}
            />
          );
        })}
      </Grid>
      <KeptDialog rows={rows} kept={kept} toCheck={toCheck} fileOf={fileOf} />
      <ConfirmDialog
        open={isAsking}
        title={words.removeAllTitle}
        text={words.removeAllText}
        confirm={words.removeAll}
        onClose={() => setAsking(false)}
        onConfirm={() => clear(rows)}
      />
    </>
  );
}
