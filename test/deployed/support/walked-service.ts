import { readSettings } from '#local/settings.ts';
import { startFakeCrux } from '#test/support/crux/fake-crux.ts';
import { type FakeGoogle, startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';
import { auditedHost, startAuditedSite } from './audited-site.ts';
import { type DeployedService, startDeployedService } from './deployed-service.ts';
import { beginGeneration } from './generations.ts';
import { type PaymentServer, startPaymentServer, webhookSecret } from './payment-server.ts';

/** The deployed service with all that its functions meet outside: a provider, a payment provider, a site, Google. */
export interface WalkedService extends DeployedService {
  readonly payments: PaymentServer;
  readonly google: FakeGoogle;
  readonly upstream: Pick<UpstreamServer, 'fail'>;
  /** From its next cold start on, a function has an account with the provider, or none. */
  setLive(functionName: string, live: boolean): Promise<void>;
}

export async function startWalkedService(): Promise<WalkedService> {
  const [upstream, payments, site, google, crux] = await Promise.all([
    startUpstream(),
    startPaymentServer(),
    startAuditedSite(),
    startFakeGoogle(),
    startFakeCrux({ [`http://${auditedHost}`]: 2_000 }),
  ]);
  const { login, password, baseUrl: base_url } = upstream;
  const account = JSON.stringify({ login, password, base_url });
  const service = await startDeployedService({
    internet: { [`${auditedHost}:80`]: site.port },
    secrets: {
      crux: JSON.stringify(crux.account),
      google: readSettings(google.environment).googleSecret ?? '',
      stripe: JSON.stringify({
        secret_key: 'sk_test_walk',
        webhook_secret: webhookSecret,
        base_url: payments.url,
      }),
    },
  });
  const { running } = service;
  // What roles allow on the first table is seen by the journeys; here all accounts are answered from another.
  await beginGeneration(running, 'g20260101000000');
  return {
    ...service,
    payments,
    google,
    upstream,
    async setLive(functionName, live) {
      running.setSecret('upstream', live ? account : '{"seed":"none"}', functionName);
      await running.recycle(functionName);
    },
    async stop() {
      await service.stop();
      await Promise.all([upstream.stop(), payments.stop(), site.stop(), google.stop(), crux.stop()]);
    },
  };
}
