import { queryOptions } from '@tanstack/react-query';
import { answered, api, once } from './client.ts';
import type { Destination, NewDestination, Rule } from './schema.ts';

/** Events, and where they go. A module of its own, because the first look needs little of it. */
export const watchQueries = {
  /** Newest first. */
  events: (limit: number) =>
    queryOptions({
      queryKey: ['events', limit],
      queryFn: async () =>
        (await answered(api.GET('/v1/me/events', { params: { query: { order: 'newest', limit } } }))).events,
    }),
  rules: queryOptions({ queryKey: ['rules'], queryFn: () => answered(api.GET('/v1/me/rules')) }),
  destinations: queryOptions({
    queryKey: ['destinations'],
    queryFn: () => answered(api.GET('/v1/me/destinations')),
  }),
  deliveries: (destination_id: string) =>
    queryOptions({
      queryKey: ['destinations', destination_id, 'deliveries'],
      queryFn: () =>
        answered(
          api.GET('/v1/me/destinations/{destination_id}/deliveries', {
            params: { path: { destination_id } },
          }),
        ),
    }),
};

export const setRule = (body: Pick<Rule, 'type' | 'subject' | 'is_on' | 'settings'>) =>
  answered(api.POST('/v1/me/rules', { body }));
export const removeRule = (rule_id: string) =>
  answered(api.DELETE('/v1/me/rules/{rule_id}', { params: { path: { rule_id } } }));

export const addDestination = (body: NewDestination, idempotencyKey: string) =>
  answered(api.POST('/v1/me/destinations', { params: { header: once(idempotencyKey) }, body }));

const at = (destination_id: string) => ({ params: { path: { destination_id } } });

export const verifyDestination = (id: string, code: string | undefined) =>
  answered(
    api.POST('/v1/me/destinations/{destination_id}/verify', {
      ...at(id),
      body: code === undefined ? {} : { code },
    }),
  );
export const rotateDestination = (id: string) =>
  answered(api.POST('/v1/me/destinations/{destination_id}/rotate', at(id)));
export const switchDestination = (id: string, status: Exclude<Destination['status'], 'unverified'>) =>
  answered(api.PATCH('/v1/me/destinations/{destination_id}', { ...at(id), body: { status } }));
export const removeDestination = (id: string) =>
  answered(api.DELETE('/v1/me/destinations/{destination_id}', at(id)));
export const replayDelivery = (destination_id: string, delivery_id: string) =>
  answered(
    api.POST('/v1/me/destinations/{destination_id}/deliveries/{delivery_id}/replay', {
      params: { path: { destination_id, delivery_id } },
    }),
  );

/** Where an event leads, within the dashboard. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, location.origin);
  return pathname + search;
}
