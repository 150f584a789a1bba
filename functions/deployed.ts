import type { SecretName } from '#shared/contract/grants.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import { createLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';
import type { Foundation } from './foundation.ts';

/** The handler of a deployed function: what `createHandler` makes of the foundation on AWS. */
export function deployed<Handler>(createHandler: (foundation: Foundation) => Handler): Handler {
  return createHandler(deployedFoundation(deployedEnvironment()));
}

/** A wrong setting stops the function when it starts, not a call. Connections live as long as the container. */
function deployedFoundation(env: NodeJS.ProcessEnv): Foundation {
  const config = loadConfig(env);
  const secretStore = createSecretStore();
  return {
    documents: createDocuments(),
    singleAttempt: createSingleAttemptDocuments(),
    tables: config.tables,
    // A function without a bucket was granted none, and is refused when it asks for an object all the same.
    objects: createS3ObjectStore(config.objectsBucket ?? 'not-granted'),
    clock: createClock(),
    logger: createLogger('oriel', config.metricNamespace),
    baseUrl: config.baseUrl,
    dashboardUrl: config.dashboardUrl,
    async readSecret(name: SecretName) {
      const arn = config.secretArns[name];
      return arn === undefined ? undefined : secretStore.read(arn);
    },
    mailer: config.mailFrom === undefined ? undefined : sesMailer(config.mailFrom),
    prices: config.toolPrices,
    noCheckoutClients: config.noCheckoutClients,
    calledFunction: config.calledFunction,
    alarmingCostShare: config.alarmingCostShare,
    startImport: (order) => startFunction(config.calledFunction, order),
    tellAccount: (told) => startFunction(config.lowBalanceFunction, told),
    async queueDeliveries(orders) {
      const { createQueue } = await import('#shared/platform/invoke/send-to-queue.ts');
      await createQueue(config.deliveryQueue)(
        orders.map((order) => ({ group: order.account_id, body: order })),
      );
    },
    takesSharedUploads: false,
    refusesTestPayments: config.refusesTestPayments,
    // Audits open the same sources, and were not granted the index.
    hasGenerations: env.INDEX_TABLE !== undefined,
    storing: { isFrozenBetweenCalls: true },
  };
}

/** Loaded with the first start: most calls start nothing. */
async function startFunction(name: string | undefined, order: object): Promise<void> {
  if (name === undefined) throw new Error('This function was not granted the start.');
  const { createStarter } = await import('#shared/platform/invoke/invoke-function.ts');
  await createStarter()(name, order);
}

/** Loaded with the first mail: most functions never send one. */
function sesMailer(from: string): Mailer {
  return {
    async send(mail) {
      const { createSesMailer } = await import('#shared/platform/mail/mailer.ts');
      await createSesMailer(from).send(mail);
    },
  };
}
