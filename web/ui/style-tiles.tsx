import { Heading } from '@chakra-ui/react';
import { ChoiceGroup } from './choice-group.tsx';
import { LookCard } from './look-card.tsx';
import { narrowRows } from './screens.ts';

interface StyleTilesProps {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly blurb: string }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Folder of the rendered previews of these options. */
  readonly previews: string;
  readonly fallback: string;
}

/** A choice of styles by their pictures. */
export function StyleTiles({ title, options, value, onChange, previews, fallback }: StyleTilesProps) {
  return (
    <>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {title}
      </Heading>
      <ChoiceGroup
        label={title}
        value={value}
        onChange={onChange}
        display="grid"
        gridTemplateColumns={{ base: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap="2.5"
        // There a tile is hardly wider than the longest word.
        css={{
          [narrowRows]: {
            '& [data-part=picture] > span': { px: '2', '& > span': { fontSize: '0.6875rem' } },
          },
        }}
      >
        {options.map(({ id, name, blurb }) => (
          <LookCard
            key={id}
            value={id}
            name={name}
            blurb={blurb}
            src={`/previews/${previews}/${id}.webp`}
            fallback={fallback}
            selected={id === value}
          />
        ))}
      </ChoiceGroup>
    </>
  );
}
