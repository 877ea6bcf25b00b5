import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { GalleryFilter } from '#shared/domain/gallery-filter.ts';
import type { GalleryList } from '#web/generations/generation-queries.ts';
import { useIsCollectionGone } from './collection-queries.ts';

/** The parameters of the address that filter and sort the gallery. */
const parameters = [
  'search',
  'format',
  'look',
  'platform',
  'favourite',
  'collection',
  'month',
  'sort',
] as const;

export type FilterPart = (typeof parameters)[number];

export type FilterValues = Readonly<Record<FilterPart, string>>;

/** Maximum length of a search that the API accepts. */
const maxSearch = 100;

/** The list that the values describe. Months are in the device's time zone, like the dates of its pictures. */
function listOf(values: FilterValues): GalleryList {
  const { search, format, look, platform, favourite, collection, month, sort } = values;
  const trimmed = search.trim().slice(0, maxSearch);
  return {
    ...(trimmed && { search: trimmed }),
    ...(format && { format }),
    ...(look && { look }),
    ...(platform && { platform }),
    ...(favourite === 'true' && { favourite }),
    ...(collection && { collection }),
    ...monthOf(month),
    ...(sort === 'oldest' && { sort }),
  };
}

function monthOf(month: string): Pick<GalleryFilter, 'from' | 'until'> {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) return {};
  const at = (monthIndex: number) => new Date(Number(year), monthIndex).toISOString();
  return { from: at(Number(number) - 1), until: at(Number(number)) };
}

/** The filter of a list, to filter the loaded images while the API is asked. */
export function filterOf({ sort: _, favourite, ...rest }: GalleryList): GalleryFilter {
  return { ...rest, ...(favourite && { favourite: true }) };
}

/**
 * Filter and order of the gallery. They are in the address, so that Back and a reload keep them. A deleted collection
 * is removed from the address.
 */
export function useGalleryFilter() {
  const [address, setAddress] = useSearchParams();
  const key = parameters.map((part) => address.get(part) ?? '').join('\n');
  const values = useMemo(
    () => Object.fromEntries(parameters.map((part, n) => [part, key.split('\n')[n] ?? ''])) as FilterValues,
    [key],
  );
  const list = useMemo(() => listOf(values), [values]);
  const { state } = useLocation();
  const isGone = useIsCollectionGone(values.collection);
  useEffect(() => {
    if (!isGone) return;
    setAddress(
      (present) => {
        present.delete('collection');
        return present;
      },
      { state, replace: true, preventScrollReset: true },
    );
  }, [isGone, state, setAddress]);
  const change = (changes: Partial<FilterValues>) =>
    setAddress(
      (present) => {
        for (const [part, value] of Object.entries(changes)) {
          if (value === '') present.delete(part);
          else present.set(part, value);
        }
        return present;
      },
      // Synchronously, because the next change is based on this one.
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  return {
    values,
    list,
    /** Whether any filter is set. */
    isFiltered: Object.keys(list).some((part) => part !== 'sort'),
    change,
    clear: () =>
      change(Object.fromEntries(parameters.map((part) => [part, part === 'sort' ? values.sort : '']))),
  };
}

export type GalleryFilterControl = ReturnType<typeof useGalleryFilter>;
