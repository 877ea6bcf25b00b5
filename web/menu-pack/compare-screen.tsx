import { Alert, Box, Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { AppViews } from '#web/generations/app-views.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { PackFiles } from '#web/generations/pack-files.tsx';
import { resultsOf } from '#web/generations/results.ts';
import { SecondFile } from '#web/generations/second-file.tsx';
import { usePack } from '#web/generations/use-pack.ts';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { notify } from '#web/lib/notify.ts';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { SplitLayout, StagePicture } from '#web/ui/split-layout.tsx';
import { words } from './words.ts';

interface CompareScreenProps {
  readonly generation: Generation;
  readonly top: ReactNode;
  readonly onAnother: () => void;
  /** Called with the id of a running or finished redo. */
  readonly onRedo: (generationId: string) => void;
}

/** 'Menu Images Enhanced!': compare, pick a variation, save it. */
export function CompareScreen({ generation, top, onAnother, onRedo }: CompareScreenProps) {
  const [index, setIndex] = useState<number>(generation.cover);
  const [dishOnly, setDishOnly] = useState(false);
  const setCover = useSetCover();
  const packing = usePack();
  const save = useSaveVariation();
  const results = resultsOf(generation);
  const shown = results.find(({ variation }) => variation === index) ?? results[0];
  if (shown === undefined) return null;
  const ratio = shown.width / shown.height;

  function download(size: 'delivered' | 'large'): void {
    if (shown === undefined) return;
    const makeCover = () => {
      if (shown.variation === generation.cover) return;
      const cover = { generationId: generation.id, cover: shown.variation };
      setCover.mutate(cover, { onError: () => notify.error(words.notSaved) });
    };
    save.mutate({ ...shown, size }, { onSuccess: makeCover });
  }

  return (
    <SplitLayout
      top={top}
      isResult
      picture={
        <StagePicture ratio={ratio}>
          <BeforeAfter
            key={shown.variation}
            before={shown.originalUrl}
            after={shown.previewUrl}
            label={generation.menuItemName}
            ratio={ratio}
            mask={dishOnly ? shown.dishMaskUrl : null}
          />
        </StagePicture>
      }
      actions={
        <>
          <Button size="lg" variant="outline" colorPalette="gray" flex="1" px="3" onClick={onAnother}>
            {words.another}
          </Button>
          <Button size="lg" flex="1" px="3" loading={save.isPending} onClick={() => download('delivered')}>
            <Box as="span" display={{ base: 'none', lg: 'inline' }}>
              <Download size={19} aria-hidden />
            </Box>
            {words.save}
          </Button>
        </>
      }
    >
      <PanelTitle title={words.done} text={shared.resultsText} />
      <VariationPicker
        label={shared.variations}
        results={results}
        selected={shown}
        onSelect={({ variation }) => setIndex(variation)}
      />
      <DishProof result={shown} dishOnly={dishOnly} onDishOnly={setDishOnly} />
      <Box mt="4" _empty={{ display: 'none' }}>
        <SecondFile result={shown} isSaving={save.isPending} onDownload={() => download('large')} />
      </Box>
      {generation.menu && <AppViews result={shown} targets={[generation.menu]} />}
      <PackFiles result={shown} packing={packing} />
      <NotMyDish
        generation={generation}
        kept={<KeptOfSource source={generation.source} name={generation.menuItemName} />}
        onStarted={({ id }) => onRedo(id)}
        onSee={({ id }) => onRedo(id)}
      />
      {generation.message && (
        <Alert.Root status="warning" role="alert" borderRadius="card" mt="4">
          <Alert.Indicator />
          <Alert.Title>{generation.message}</Alert.Title>
        </Alert.Root>
      )}
    </SplitLayout>
  );
}
