import type { Page } from 'playwright-core';

/** The code in the newest mail to an address, from the mailbox page of one machine. */
export async function newestCode(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as { to: string; subject: string }[];
  return /^\d{6}/u.exec(mails.find(({ to }) => to === email)?.subject ?? '')?.[0] ?? '';
}

/** Signs in as a person does: the address, then the code pasted into the first field. */
export async function signIn(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const first = page.getByLabel('Digit 1 of 6');
  await first.waitFor();
  const code = await newestCode(baseUrl, email);
  await page.evaluate(`navigator.clipboard.writeText('${code}')`);
  await first.press('ControlOrMeta+V');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}
