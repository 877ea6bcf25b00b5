import { Box, Button, Field, Grid, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { PenLine } from 'lucide-react';
import {
  type PostWish,
  postLanguages,
  postNetworks,
  postTones,
  postWishSchema,
} from '#shared/domain/post-text.ts';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { words } from './post-words.ts';

interface PostWishControlsProps {
  readonly wish: PostWish;
  readonly onChange: (wish: Partial<PostWish>) => void;
  /** Name of the button. */
  readonly action: string;
  readonly isWriting: boolean;
  readonly disabled: boolean;
  readonly onWrite: () => void;
}

/** Tone, network and language of a post, and the button that has it written. */
export function PostWishControls(props: PostWishControlsProps) {
  const { wish, onChange, action, isWriting, disabled, onWrite } = props;
  /** Takes what a control of the page names. */
  const choose = (part: Record<string, string>) => {
    const { tone, network, language } = wish;
    const chosen = postWishSchema.safeParse({ tone, network, language, ...part });
    if (chosen.success) onChange(chosen.data);
  };
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="sm" fontWeight="500" mb="1.5" aria-hidden>
          {words.tone}
        </Text>
        <ChoiceGroup label={words.tone} value={wish.tone} onChange={(tone) => choose({ tone })}>
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
        <Choice
          label={words.network}
          value={wish.network}
          options={postNetworks}
          onChange={(network) => choose({ network })}
        />
        <Choice
          label={words.language}
          value={wish.language}
          options={postLanguages}
          onChange={(language) => choose({ language })}
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (id: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map(({ id, name }) => (
            <option key={id} value={id} lang={label === words.language ? id : undefined}>
              {name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}
