import { useQuery } from '@tanstack/react-query';
import { siteConfig } from './config.ts';

/** The deployment's notice for users before they generate; undefined without one. */
export function useNotice(): string | undefined {
  return useQuery({ queryKey: ['site-config'], queryFn: siteConfig, staleTime: Number.POSITIVE_INFINITY })
    .data?.notice;
}
