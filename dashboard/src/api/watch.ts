import { queryOptions } from '@tanstack/react-query';
import { words } from '../format.ts';
import { answered, api, at, reading } from './client.ts';

/** Events, and where they go. A module of its own, because the first look needs little of it. */
export const watchQueries = {
  /** Newest first. */
  events: (limit: number) =>
    queryOptions({
      queryKey: ['events', limit],
      queryFn: async () =>
        (await answered(api.GET('/v1/me/events', { params: { query: { order: 'newest', limit } } }))).events,
    }),
  rules: reading(['rules'], () => api.GET('/v1/me/rules')),
  destinations: reading(['destinations'], () => api.GET('/v1/me/destinations')),
  deliveries: (destination_id: string) =>
    reading(['destinations', destination_id, 'deliveries'], () =>
      api.GET('/v1/me/destinations/{destination_id}/deliveries', at({ destination_id })),
    ),
};

export const verifyDestination = (destination_id: string, code?: string) =>
  answered(
    api.POST('/v1/me/destinations/{destination_id}/verify', {
      ...at({ destination_id }),
      body: code === undefined ? {} : { code },
    }),
  );

/** `rank.changed` → `Rank changed`. */
export const typeName = (type: string) => words(type.replace('.', ' '));

/** Where an event leads, within the dashboard. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, location.origin);
  return pathname + search;
}
