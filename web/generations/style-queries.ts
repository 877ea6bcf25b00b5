import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SaveStyle, Style, Styles } from '#shared/api/styles.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

const stylesQuery = queryOptions({
  queryKey: ['styles'],
  queryFn: ({ signal }) => call('listStyles', {}, signal),
  staleTime: 60_000,
});

/** The house styles of the account; undefined while they load. */
export function useStyles(): Styles | undefined {
  return useQuery(stylesQuery).data;
}

/** The default style of new pictures; null if there is none, undefined while unknown. */
export function useDefaultStyle(): Style | null | undefined {
  const styles = useStyles();
  return styles && (styles.items.find(({ id }) => id === styles.defaultId) ?? null);
}

/** Mutations of styles; each returns the new list. */
export function useChangeStyles() {
  const client = useQueryClient();
  const keep = (styles: Styles) => client.setQueryData(stylesQuery.queryKey, styles);
  const onMutate = () => notify.takeBack(words.styleFailed);
  const onError = (error: unknown) => notify.error(words.styleFailed, { description: messageOf(error) });
  const save = useMutation({
    // Each reply is the whole list: those of a name and of the star come in their order.
    scope: { id: 'styles' },
    onMutate,
    mutationFn: ({ styleId, ...body }: SaveStyle & { readonly styleId: string }) =>
      call('saveStyle', { params: { styleId }, body }),
    retry: repeatsTransient,
    onSuccess: keep,
    onError,
  });
  const remove = useMutation({
    onMutate,
    mutationFn: (styleId: string) => call('deleteStyle', { params: { styleId } }),
    retry: repeatsTransient,
    onSuccess: keep,
    onError,
  });
  return { save, remove };
}
