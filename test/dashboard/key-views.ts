import { type View, view } from './view.ts';

/** Keys: made, changed in place, rotated, ended. */
export const keyViews: readonly View[] = [
  view('keys', '/keys'),
  view('create-key', '/keys#new', async (page) => {
    await page.reload();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
  }),
  view('new-key', '/keys', async (page) => {
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Rank report, production');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByTestId('new-key').waitFor();
  }),
  view('revoke-key', '/keys', async (page) => {
    await page.getByRole('button', { name: 'Revoke ' }).first().click();
    await page.getByRole('dialog').waitFor();
  }),
  view('edit-key', '/keys', async (page) => {
    await page
      .getByRole('button', { name: /^Edit /u })
      .first()
      .click();
    await page.getByRole('form').getByLabel('Credits a month').waitFor();
  }),
  view('rotate-key', '/keys', async (page) => {
    await page
      .getByRole('button', { name: /^Rotate /u })
      .first()
      .click();
    await page.getByRole('dialog').getByText('In 7 days').waitFor();
  }),
  view('rotated-key', '/keys', async (page) => {
    await page
      .getByRole('button', { name: /^Rotate /u })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('works until').first().waitFor();
  }),
  view('ended-keys', '/keys', async (page) => {
    await page
      .getByRole('button', { name: /^Revoke /u })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page
      .getByText(/ended keys?/u)
      .first()
      .click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
  }),
];
