import { Badge } from '@chakra-ui/react';
import type { Me } from '#shared/api/account.ts';
import { words } from './words.ts';

interface RoleBadgeProps {
  readonly role: NonNullable<Me['role']>;
  /** Whether there is room only for the rarer role. */
  readonly compact?: boolean;
}

export function RoleBadge({ role, compact = false }: RoleBadgeProps) {
  if (role !== 'super_admin')
    return compact ? null : (
      <Badge colorPalette="gray" variant="outline" borderRadius="pill" px="2.5" py="0.5">
        {words.admin}
      </Badge>
    );
  return (
    <Badge colorPalette="saffron" variant="solid" borderRadius="pill" px="2.5" py="0.5">
      {words.superAdmin}
    </Badge>
  );
}
