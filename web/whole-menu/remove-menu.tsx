import { Box, Button } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Menu } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { paths } from '#web/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { titleOf } from './earlier-menus.tsx';
import { menuQuery, menusQuery } from './menu-queries.ts';
import { words } from './words.ts';

/** Removes a menu that has ended or is paused, after a question. Its pictures stay. */
export function RemoveMenu({ menu }: { menu: Menu }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => call('deleteMenu', { params: { menuId: menu.id } }),
    retry: repeatsTransient,
    onSuccess: async () => {
      if (isMounted.current) await navigate(paths.wholeMenu(), { replace: true });
      notify.success(words.removed(titleOf(menu)));
      client.removeQueries({ queryKey: menuQuery(menu.id).queryKey });
      await client.invalidateQueries({ queryKey: menusQuery.queryKey });
    },
    onError: (error) => notify.error(words.actionFailed, { description: messageOf(error) }),
  });
  return (
    <Box mt="10">
      <Button
        variant="ghost"
        colorPalette="gray"
        ms="-4"
        loading={removal.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={17} aria-hidden /> {words.removeMenu}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.removeTitle}
        text={words.removeText(menu.counts.waiting)}
        confirm={words.removeAction}
        onConfirm={() => removal.mutate()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}
