import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { duringTests } from '#test/support/during-tests.ts';
import { startService } from '#test/support/service/running-service.ts';
import { watchedPage } from './browser.ts';
import { openBrowser, openWindow } from './browser-path.ts';
import { newestCode } from './sign-in.ts';

interface Opening extends BrowserContextOptions {
  readonly email: string;
  readonly credits?: number;
  readonly features?: readonly 'backlinks'[];
}

/**
 * The service with a person signed in at a window while the tests of a file run. A test makes in seconds what
 * a person makes in an hour: by the usual limits it would wait for the next minute, or have a press refused.
 */
export function signedInScene({ email, credits = 100, features = [], ...window }: Opening) {
  return duringTests(async () => {
    const service = await startService();
    const { account_id: accountId } = await service.operations.operator.createAccount({
      email,
      credits,
      features,
      rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
    });
    const browser = await openBrowser();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const context = await openWindow(browser, { permissions, ...window });
    await enter(context, service.baseUrl, email);
    return {
      service,
      accountId,
      browser,
      context,
      ...(await watchedPage(context)),
      async stop() {
        await browser.close();
        await service.stop();
      },
    };
  });
}

/** Signs a window in by the calls of the sign-in page, without the page. */
async function enter({ request }: BrowserContext, baseUrl: string, email: string): Promise<void> {
  const post = (path: string, data: object) =>
    request.post(`${baseUrl}${path}`, { data, headers: { origin: baseUrl } });
  const sent = await post('/session/code', { email });
  const { sign_in_id } = await sent.json();
  const entered = await post('/session/verify', {
    sign_in_id,
    code: await newestCode(baseUrl, email),
  });
  expect(entered.status()).toBe(200);
}
