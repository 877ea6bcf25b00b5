import { Box, Button, Grid, Stack, Text } from '@chakra-ui/react';
import { PenLine } from 'lucide-react';
import { type PostWish, postLanguages, postNetworks, postTones } from '#shared/domain/post-text.ts';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { words } from './post-words.ts';

/** Each named in its own language, with `lang` for screen readers. */
const languages = postLanguages.map(({ id, name }) => ({ id, name, lang: id }));

interface PostWishControlsProps {
  readonly wish: PostWish;
  readonly onChange: (wish: Partial<PostWish>) => void;
  /** Label of the button. */
  readonly action: string;
  readonly isWriting: boolean;
  readonly disabled: boolean;
  readonly onWrite: () => void;
}

/** Tone, network and language of a post, and the button that lets a model write it. */
export function PostWishControls(props: PostWishControlsProps) {
  const { wish, onChange, action, isWriting, disabled, onWrite } = props;
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="sm" fontWeight="500" mb="1.5" aria-hidden>
          {words.tone}
        </Text>
        <ChoiceGroup
          label={words.tone}
          value={wish.tone}
          onChange={(wanted) => {
            const tone = postTones.find((each) => each === wanted);
            if (tone) onChange({ tone });
          }}
        >
          <Grid templateColumns="repeat(3, minmax(0, 1fr))" gap="2">
            {postTones.map((tone) => (
              <ChoiceCard
                key={tone}
                value={tone}
                minH="11"
                display="grid"
                placeItems="center"
                borderWidth="1px"
                borderRadius="full"
                fontSize="sm"
                _checked={{ borderColor: 'colorPalette.solid', bg: 'colorPalette.subtle', fontWeight: '600' }}
              >
                {words.tones[tone]}
              </ChoiceCard>
            ))}
          </Grid>
        </ChoiceGroup>
      </Box>
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3">
        <SelectField
          label={words.network}
          value={wish.network}
          options={postNetworks}
          onChange={(network) => onChange({ network })}
        />
        <SelectField
          label={words.language}
          value={wish.language}
          options={languages}
          onChange={(language) => onChange({ language })}
        />
      </Grid>
      <Button
        loading={isWriting}
        loadingText={words.writing}
        disabled={disabled}
        onClick={onWrite}
        whiteSpace="normal"
        h="auto"
        minH="11"
        py="2"
      >
        <PenLine size={17} aria-hidden />
        {action}
      </Button>
    </Stack>
  );
}
