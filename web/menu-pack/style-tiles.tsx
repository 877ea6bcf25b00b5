import { Grid, Heading } from '@chakra-ui/react';
import { LookTile } from '#web/ui/look-tile.tsx';

interface StyleTilesProps {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly blurb: string }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Where the rendered previews of these options lie. */
  readonly previews: string;
  readonly fallback: string;
}

/** One set of styles, as pictures. */
export function StyleTiles({ title, options, value, onChange, previews, fallback }: StyleTilesProps) {
  return (
    <>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {title}
      </Heading>
      <Grid
        templateColumns={{ base: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap="2.5"
        role="group"
        aria-label={title}
      >
        {options.map(({ id, name, blurb }) => (
          <LookTile
            key={id}
            name={name}
            blurb={blurb}
            src={`/previews/${previews}/${id}.webp`}
            fallback={fallback}
            selected={id === value}
            onSelect={() => onChange(id)}
          />
        ))}
      </Grid>
    </>
  );
}
