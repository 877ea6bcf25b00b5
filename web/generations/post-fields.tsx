import { Button, Field, HStack, Input, Stack, Text, Textarea } from '@chakra-ui/react';
import { Copy, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { hashtagLine, postBody } from '#shared/domain/post-body.ts';
import {
  lengthOn,
  maxPostLengths,
  networkOf,
  type PostText,
  readHashtags,
} from '#shared/domain/post-text.ts';
import { notify } from '#web/lib/notify.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { Details } from '#web/ui/details.tsx';
import { type PostDraft, textOf } from './post-draft.ts';
import { words } from './post-words.ts';
import { copyText } from './share.ts';
import { words as shared } from './words.ts';

interface PostFieldsProps {
  readonly draft: PostDraft;
  readonly onChange: (part: Partial<PostDraft>) => void;
  readonly disabled: boolean;
  /** Earlier texts, the latest first. */
  readonly former: readonly PostText[];
  readonly onFormer: (text: PostText) => void;
}

/** The four texts of a post, each with its length and a button that copies it. */
export function PostFields({ draft, onChange, disabled, former, onFormer }: PostFieldsProps) {
  const network = networkOf(draft.network);
  const body = postBody(textOf(draft));
  const length = lengthOn(draft.network, body);
  const hashtags = readHashtags(draft.hashtags);
  // Sets the text's own direction, and its language for screen readers.
  const own = { lang: draft.language, dir: 'auto', disabled } as const;
  return (
    <Stack gap="4">
      <TextPart
        label={words.caption}
        counter={words.length(length, network.maxLength, network.name)}
        problem={
          tooLong(draft.caption.trim(), maxPostLengths.caption) ??
          (length > network.maxLength ? words.tooLong(length - network.maxLength, network.name) : undefined)
        }
        copied={draft.caption}
      >
        <Textarea
          {...own}
          rows={6}
          value={draft.caption}
          onChange={({ target }) => onChange({ caption: target.value })}
        />
      </TextPart>
      <TextPart
        label={words.hashtags}
        counter={words.hashtagCount(hashtags.length, network.maxHashtags)}
        problem={
          hashtags.length > network.maxHashtags
            ? words.tooManyHashtags(network.maxHashtags, network.name)
            : undefined
        }
        copied={hashtagLine(hashtags)}
      >
        <Input
          {...own}
          autoCapitalize="none"
          value={draft.hashtags}
          onChange={({ target }) => onChange({ hashtags: target.value })}
          onBlur={() => onChange({ hashtags: hashtagLine(hashtags) })}
        />
      </TextPart>
      <CopyButton label={words.copyAll} text={body} copied={words.copiedAll} />
      <TextPart
        label={words.altText}
        hint={words.altTextHint}
        counter={shared.counter(draft.altText.length, maxPostLengths.altText)}
        problem={tooLong(draft.altText.trim(), maxPostLengths.altText)}
        copied={draft.altText}
      >
        <Textarea
          {...own}
          rows={2}
          value={draft.altText}
          onChange={({ target }) => onChange({ altText: target.value })}
        />
      </TextPart>
      <TextPart
        label={words.description}
        counter={shared.counter(draft.description.length, maxPostLengths.description)}
        problem={tooLong(draft.description.trim(), maxPostLengths.description)}
        copied={draft.description}
      >
        <Textarea
          {...own}
          rows={3}
          value={draft.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </TextPart>
      {former.length > 0 && (
        <Details summary={words.former(former.length)}>
          <Stack as="ul" gap="1" listStyleType="none">
            {former.map((text) => (
              <li key={JSON.stringify(text)}>
                <Button
                  w="full"
                  h="auto"
                  minH="11"
                  py="2"
                  justifyContent="start"
                  textAlign="start"
                  whiteSpace="normal"
                  variant="ghost"
                  colorPalette="gray"
                  disabled={disabled}
                  aria-label={words.takeBack(text.caption || words.noCaption)}
                  onClick={() => onFormer(text)}
                >
                  <Undo2 size={16} aria-hidden />
                  <Text as="span" lineClamp={2} lang={text.language} dir="auto" fontWeight="400">
                    {text.caption || words.noCaption}
                  </Text>
                </Button>
              </li>
            ))}
          </Stack>
        </Details>
      )}
    </Stack>
  );
}

interface TextPartProps {
  readonly label: string;
  readonly hint?: string;
  readonly counter: string;
  /** Why it cannot be saved, or the network would refuse it. */
  readonly problem?: string | undefined;
  /** The text that its button copies. */
  readonly copied: string;
  readonly children: ReactNode;
}

function TextPart({ label, hint, counter, problem, copied, children }: TextPartProps) {
  return (
    <Field.Root invalid={problem !== undefined}>
      <HStack w="full" justify="space-between" gap="2">
        <Field.Label>{label}</Field.Label>
        <CopyButton
          isSmall
          label={words.copy(label.toLowerCase())}
          text={copied}
          copied={words.copied(label)}
        />
      </HStack>
      {children}
      <HStack w="full" justify="space-between" align="start" gap="3" fontSize="xs" color="fg.muted">
        <Field.HelperText fontSize="xs">{hint}</Field.HelperText>
        <Text
          flexShrink="0"
          fontVariantNumeric="tabular-nums"
          color={problem === undefined ? undefined : 'fg.error'}
        >
          {counter}
        </Text>
      </HStack>
      <Field.ErrorText>{problem}</Field.ErrorText>
    </Field.Root>
  );
}

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
  /** The message after copying. */
  readonly copied: string;
  readonly isSmall?: boolean;
}

function CopyButton({ label, text, copied, isSmall = false }: CopyButtonProps) {
  return (
    <Button
      variant={isSmall ? 'ghost' : 'subtle'}
      px={isSmall ? '3' : '4'}
      me={isSmall ? '-3' : '0'}
      disabled={text.trim() === ''}
      aria-label={label}
      onClick={() =>
        copyText(text).then(
          () => notify.info(copied),
          () => notify.error(words.notCopied),
        )
      }
    >
      <Copy size={16} aria-hidden />
      {isSmall ? shared.copy : label}
    </Button>
  );
}
