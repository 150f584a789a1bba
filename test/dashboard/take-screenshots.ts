import { mkdir } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { startService } from '#test/support/running-service.ts';
import { openAgent } from './agent.ts';
import { openBrowser } from './browser-path.ts';
import { newestCode } from './sign-in.ts';

/**
 * Pictures of every page in both schemes, on a desk and on a phone, from the
 * running service with the sample market:
 *
 *   node bin/launch.mjs test/dashboard/take-screenshots.ts [folder]
 */
const folder = process.argv[2] ?? '.data/screenshots';
const email = 'maya@northwind.example';
const tools = [
  'inspect_domain',
  'discover_competitors',
  'research_keywords',
  'compare_keyword_coverage',
  'inspect_serp',
  'inspect_search_visibility',
  'inspect_keyword',
  'inspect_page',
];
const pages = ['', 'keys', 'connect', 'activity', 'billing', 'account'];
const settings = [
  { colorScheme: 'light', viewport: { width: 1360, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 1360, height: 900 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

async function enter(page: Page, baseUrl: string, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel('Email address').fill(email);
  await shoot('sign-in');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await shoot('code');
  await page.keyboard.type(await newestCode(baseUrl, email));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function shootAll(context: BrowserContext, baseUrl: string, suffix: string): Promise<void> {
  const page = await context.newPage();
  const shoot = async (name: string) => {
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
    await page.screenshot({ path: `${folder}/${name}-${suffix}.png`, fullPage: true });
  };
  await enter(page, baseUrl, shoot);
  for (const tool of tools) {
    await page.goto(`${baseUrl}/explorer/${tool}`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByTestId('charged').waitFor();
    await shoot(tool);
  }
  await page.goto(`${baseUrl}/billing`);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Pay/u }).waitFor();
  await shoot('checkout');
  await page.getByRole('button', { name: /^Pay/u }).click();
  await page.getByText('are in your balance').waitFor();
  const agent = await openAgent(baseUrl, 'Claude');
  await page.goto(agent.authorizationUrl);
  await shoot('consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await agent.finish();
  await agent.close();
  for (const name of pages) {
    await page.goto(`${baseUrl}/${name}`);
    await shoot(name || 'overview');
  }
}

await mkdir(folder, { recursive: true });
const service = await startService();
await service.operations.operator.createAccount({
  email,
  credits: 1_000,
  features: [],
  rateLimits: { minute: 10_000, hour: 10_000, day: 10_000 },
  maxConcurrentCalls: undefined,
});
const browser = await openBrowser();
for (const setting of settings) {
  const context = await browser.newContext({ ...setting, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20_000);
  await shootAll(context, service.baseUrl, `${setting.colorScheme}-${setting.viewport.width}`);
  await context.close();
}
await browser.close();
await service.stop();
process.stdout.write(`Pictures are in ${folder}\n`);
