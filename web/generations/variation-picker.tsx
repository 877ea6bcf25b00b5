import { Center, chakra } from '@chakra-ui/react';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { useLoading } from '#web/ui/picture.tsx';
import { SelectedMark } from '#web/ui/selected-mark.tsx';
import { type Result, resultKey } from './results.ts';
import { words } from './words.ts';

interface VariationPickerProps {
  readonly label: string;
  readonly results: readonly Result[];
  /** Undefined while none is chosen. */
  readonly selected: Result | undefined;
  readonly onSelect: (result: Result) => void;
  /** `row`: small squares beside each other. `grid`: as large as the panel allows. */
  readonly layout?: 'grid' | 'row';
}

/** Chooses one of several results by its thumbnail. */
export function VariationPicker(props: VariationPickerProps) {
  const { label, results, selected, onSelect, layout = 'grid' } = props;
  const isRow = layout === 'row';
  const isNarrow = results.every(({ width, height }) => width / height < 0.8);
  const columns = isRow ? 'repeat(auto-fit, 4rem)' : `repeat(${isNarrow ? 3 : 2}, minmax(0, 1fr))`;
  return (
    <ChoiceGroup
      label={label}
      value={selected ? resultKey(selected) : null}
      onChange={(key) => {
        const result = results.find((each) => resultKey(each) === key);
        if (result) onSelect(result);
      }}
      display="grid"
      w="full"
      gridTemplateColumns={columns}
      gap="3"
      justifyContent={isRow ? 'center' : undefined}
    >
      {results.map((result, index) => (
        <ChoiceCard
          key={resultKey(result)}
          value={resultKey(result)}
          label={words.variation(index + 1)}
          display="block"
          aspectRatio={isRow ? 1 : result.width / result.height}
          borderRadius={isRow ? 'l2' : 'card'}
          overflow="hidden"
          bg="bg.muted"
        >
          <Thumbnail src={result.thumbnailUrl} number={index + 1} />
          {selected && resultKey(result) === resultKey(selected) && <SelectedMark isSmall={isRow} />}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}

/** A result's thumbnail, or its number if that cannot be loaded. */
function Thumbnail({ src, number }: { src: string; number: number }) {
  const { isBroken, img } = useLoading(src);
  if (isBroken) {
    return (
      <Center h="full" fontWeight="600" color="fg.muted" aria-hidden>
        {number}
      </Center>
    );
  }
  return <chakra.img {...img} alt="" w="full" h="full" objectFit="cover" />;
}
