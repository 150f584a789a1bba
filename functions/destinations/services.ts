import type { Foundation } from '#functions/foundation.ts';
import { publicSites } from '#functions/tools/public-sites.ts';
import { personIn, type Standing } from '#shared/callers/identity/person-ref.ts';
import { createDeliveryQueue } from '#shared/callers/watch/delivery-queue.ts';
import { createDestinationRepository } from '#shared/callers/watch/destination-repository.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { workRoles } from '#shared/contract/role.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { openDataKey } from '#shared/platform/secrets/service-secrets.ts';

export type DestinationServices = Awaited<ReturnType<typeof destinationServices>>;

/** What works with destinations, their deliveries and the events that go there. */
export async function destinationServices(foundation: Foundation) {
  const { documents, tables, clock, logger, mailer, baseUrl, dashboardUrl } = foundation;
  const secret = await foundation.readSecret('service');
  if (secret === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  const identity = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  // Receivers have a fetcher of their own: one that hangs keeps no audit waiting.
  const sites = foundation.receivers ?? publicSites({}, `Oriel-Webhooks (+${baseUrl}/docs/watch)`);
  return {
    destinations: createDestinationRepository(identity, openDataKey(secret)),
    deliveries: createDeliveryQueue(identity),
    events: createEventLog(identity),
    identity,
    accounts,
    sites,
    clock,
    logger,
    mailer,
    dashboardUrl,
    /** Whether the person in whose name a destination was added may still be told. */
    async mayHear(accountId: string, member: Standing | undefined): Promise<boolean> {
      const account = await accounts.find(accountId);
      const person = account?.status === 'active' ? await personIn(identity, account, member) : undefined;
      return workRoles.some((role) => role === person?.role);
    },
  };
}
