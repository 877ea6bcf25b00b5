import { Box, Button, Field, Grid, Heading, HStack, Skeleton, Stack, Text, Textarea } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { avatarEthnicities, avatarGenders } from '#shared/domain/avatars.ts';
import { maxCustomPromptLength } from '#shared/domain/limits.ts';
import { Counter, PromoField } from '#web/generations/promo-field.tsx';
import { words as generationWords } from '#web/generations/words.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { paths } from '#web/paths.ts';
import { Details } from '#web/ui/details.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { largeText } from '#web/ui/screens.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { KeptOfDish } from './kept-of-dish.tsx';
import type { Wizard } from './use-wizard.ts';
import { showsAvatar } from './wizard.ts';
import { words } from './words.ts';

const PromoLook = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/generations/promo-look.tsx'))).PromoLook,
}));

/** Final Touches: promotional text, and on Pro custom instructions and the avatar. */
export function FinalStep({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const entitlements = useEntitlements();
  const { promoText, customPrompt } = state;
  const problem = tooLong(customPrompt.trim(), maxCustomPromptLength);
  // Under the food lock an edit keeps its looks, because the surroundings are drawn again.
  const isCarried = state.finalTouchesOnly && !state.foodLock;
  return (
    <>
      <PanelTitle title={words.finalTitle} {...(isCarried && { text: words.editedText })} />
      <Stack gap="6">
        <Section
          title={words.promo}
          control={
            promoText !== '' && (
              <Clear
                label={words.promo}
                onClick={() => dispatch({ type: 'touched', changes: { promoText: '' } })}
              />
            )
          }
        >
          <PromoField
            label={words.promo}
            value={state}
            onChange={(changes) => dispatch({ type: 'touched', changes })}
          />
          <Details summary={generationWords.promoLook}>
            <Suspense fallback={<Skeleton h="24rem" />}>
              <PromoLook
                value={state.promoLook}
                onChange={(promoLook) => dispatch({ type: 'touched', changes: { promoLook } })}
              />
            </Suspense>
          </Details>
        </Section>

        <Section
          title={words.instructions}
          locked={!entitlements.customPromptsEnabled}
          lockedText={words.instructionsLocked}
          control={
            customPrompt !== '' && (
              <Clear
                label={words.instructions}
                onClick={() => dispatch({ type: 'touched', changes: { customPrompt: '' } })}
              />
            )
          }
        >
          <Field.Root invalid={problem !== undefined}>
            <Textarea
              aria-label={words.instructions}
              rows={3}
              autoresize
              value={customPrompt}
              placeholder={words.instructionsPlaceholder}
              onChange={(event) =>
                dispatch({ type: 'touched', changes: { customPrompt: event.target.value } })
              }
            />
            <Field.ErrorText role="alert">{problem}</Field.ErrorText>
          </Field.Root>
          <Counter length={customPrompt.length} limit={maxCustomPromptLength} />
        </Section>

        {showsAvatar(state) && (
          <Section
            title={words.avatar}
            locked={!entitlements.avatarEnabled}
            lockedText={words.avatarLocked}
            control={
              (state.avatarGender !== 'random' || state.avatarEthnicity !== 'random') && (
                <Button
                  variant="ghost"
                  onClick={() =>
                    dispatch({
                      type: 'touched',
                      changes: { avatarGender: 'random', avatarEthnicity: 'random' },
                    })
                  }
                >
                  {words.resetRandom}
                </Button>
              )
            }
          >
            <Grid templateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))" gap="3">
              <SelectField
                label={words.gender}
                value={state.avatarGender}
                options={avatarGenders}
                onChange={(avatarGender) => dispatch({ type: 'touched', changes: { avatarGender } })}
              />
              <SelectField
                label={words.ethnicity}
                value={state.avatarEthnicity}
                options={avatarEthnicities}
                onChange={(avatarEthnicity) => dispatch({ type: 'touched', changes: { avatarEthnicity } })}
              />
            </Grid>
          </Section>
        )}
        {state.finalTouchesOnly && state.dish && (
          // An edit has no step that shows its photo.
          <Box ms="-2">
            <KeptOfDish dish={state.dish} />
          </Box>
        )}
      </Stack>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly control?: ReactNode;
  readonly locked?: boolean;
  readonly lockedText?: string;
}

function Section({ title, children, control, locked = false, lockedText }: SectionProps) {
  return (
    <Box as="section">
      <HStack justify="space-between" minH="11" mb="1" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <Heading as="h2" fontSize="md" letterSpacing="-0.01em">
          {title}
        </Heading>
        {!locked && control}
      </HStack>
      {locked ? (
        <HStack
          justify="space-between"
          css={{ [largeText]: { flexWrap: 'wrap' } }}
          gap="3"
          borderRadius="card"
          bg="bg.muted"
          px="4"
          py="2.5"
          fontSize="sm"
          color="fg.muted"
        >
          <HStack gap="2.5">
            <Lock size={16} aria-hidden />
            <Text>{lockedText}</Text>
          </HStack>
          <Button asChild variant="plain" color="brand.fg" px="2">
            <Link to={paths.credits}>{words.upgrade}</Link>
          </Button>
        </HStack>
      ) : (
        <Stack gap="2">{children}</Stack>
      )}
    </Box>
  );
}

function Clear({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="ghost" aria-label={words.clearField(label)} onClick={onClick}>
      {words.clear}
    </Button>
  );
}
