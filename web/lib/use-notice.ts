import { useQuery } from '@tanstack/react-query';
import { siteConfig } from './config.ts';

/** What people should know of this deployment before they generate; undefined where there is nothing. */
export function useNotice(): string | undefined {
  return useQuery({ queryKey: ['site-config'], queryFn: siteConfig, staleTime: Number.POSITIVE_INFINITY })
    .data?.notice;
}
