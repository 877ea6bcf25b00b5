import {
  Box,
  Button,
  chakra,
  Field,
  HStack,
  IconButton,
  Input,
  InputGroup,
  NativeSelect,
  Skeleton,
} from '@chakra-ui/react';
import { Heart, Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { filters } from '#shared/domain/filters.ts';
import { formats } from '#shared/domain/formats.ts';
import { backgroundStyles } from '#shared/domain/menu-styles.ts';
import { platforms } from '#shared/domain/platforms.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { useMe } from '#web/lib/account.ts';
import { monthOf, monthsSince } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useCollections } from './collection-queries.ts';
import type { FilterPart, GalleryFilterControl } from './use-gallery-filter.ts';
import { words } from './words.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Debounce of the search in milliseconds. */
const searchDelay = 250;

/** Search, favourites, order, and further filters behind a button. */
export function FilterBar({ filter }: { filter: GalleryFilterControl }) {
  const { values, change } = filter;
  const chosen = [values.format, values.look, values.platform, values.collection, values.month];
  const narrowed = chosen.filter((value) => value !== '').length;
  const [isOpen, setOpen] = useState(narrowed > 0);
  const panel = useId();
  const me = useMe();
  const collections = useCollections();
  const select = (part: FilterPart, children: ReactNode) => (
    <Choice label={words.filters[part]} value={values[part]} onChange={(value) => change({ [part]: value })}>
      {children}
    </Choice>
  );
  return (
    <Box as="search" mb={{ base: '4', md: '6' }} aria-label={words.filter}>
      <HStack gap="2" wrap="wrap">
        <SearchField value={values.search} onChange={(search) => change({ search })} />
        <Button
          variant="outline"
          colorPalette={values.favourite ? 'brand' : 'gray'}
          minH="11"
          aria-pressed={values.favourite === 'true'}
          onClick={() => change({ favourite: values.favourite ? '' : 'true' })}
        >
          <Heart size={17} aria-hidden fill={values.favourite ? 'currentColor' : 'none'} />
          {words.favourites}
        </Button>
        <Button
          variant="outline"
          colorPalette="gray"
          minH="11"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={17} aria-hidden />
          {words.filterCount(narrowed)}
        </Button>
      </HStack>
      <Box
        id={panel}
        mt={isOpen ? '3' : undefined}
        display="grid"
        gap="3"
        gridTemplateColumns="repeat(auto-fill, minmax(9.5rem, 1fr))"
      >
        {isOpen && (
          <>
            {select('format', optionsOf(formats))}
            {select(
              'look',
              <>
                <Group label={words.lookGroups.filters} options={filters} />
                <Group label={words.lookGroups.people} options={influencerScenes} />
                <Group label={words.lookGroups.food} options={foodScenes} />
                <Group label={words.lookGroups.menu} options={backgroundStyles} />
              </>,
            )}
            {select('platform', optionsOf(platforms))}
            {collections.data ? (
              select('collection', optionsOf(collections.data))
            ) : collections.isPending ? (
              <Skeleton alignSelf="end" h="11" role="status" aria-label={words.collectionsLoading} />
            ) : (
              <LoadFailed inPanel query={collections} title={words.collectionsUnread} />
            )}
            {select(
              'month',
              optionsOf(monthsSince(me?.createdAt).map((month) => ({ id: month, name: monthOf(month) }))),
            )}
            <Choice
              label={words.filters.sort}
              value={values.sort}
              none={words.newest}
              onChange={(sort) => change({ sort })}
            >
              <option value="oldest">{words.oldest}</option>
            </Choice>
          </>
        )}
      </Box>
    </Box>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The value was changed elsewhere: cleared, or by the Back button.
  if (known !== value) {
    setKnown(value);
    if (value.trim() !== text.trim()) setText(value);
  }
  const send = useEffectEvent(() => {
    if (text.trim() === value.trim()) return;
    setKnown(text.trim());
    onChange(text.trim());
  });
  useEffect(() => {
    if (text === '') return send();
    const timer = setTimeout(() => send(), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <InputGroup
      flex="1 1 14rem"
      maxW="28rem"
      startElement={<Search size={17} aria-hidden />}
      endElement={
        text !== '' && (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={words.clearSearch}
            onClick={() => setText('')}
            me="-2"
          >
            <X size={17} />
          </IconButton>
        )
      }
    >
      <Input
        type="search"
        data-search
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        h="11"
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        onChange={(event) => setText(event.target.value)}
      />
    </InputGroup>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly none?: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, none = words.any, onChange, children }: ChoiceProps) {
  return (
    <Field.Root>
      <Field.Label fontSize="xs" color="fg.muted">
        {label}
      </Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field h="11" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{none}</option>
          {children}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}

function Group({ label, options }: { label: string; options: readonly Named[] }) {
  return <chakra.optgroup label={label}>{optionsOf(options)}</chakra.optgroup>;
}

function optionsOf(options: readonly Named[]) {
  return options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
