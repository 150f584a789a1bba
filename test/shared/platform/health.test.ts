import { checkHealth, tableProbes } from '#functions/reference/reference-handler.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

describe('the health of what the service depends on', () => {
  it('is ok where every table answers', async () => {
    const { documents, tables, stop } = await startTestDatabase();
    expect(await checkHealth(tableProbes(documents, tables, async () => tables.index))).toEqual({
      accounts: 'ok',
      credentials: 'ok',
      index: 'ok',
    });
    await stop();
  });

  it('names the table that does not answer, and no other', async () => {
    const { documents, tables, stop } = await startTestDatabase();
    const probes = tableProbes(documents, tables, async () => 'no-such-table');
    expect(await checkHealth(probes)).toEqual({ accounts: 'ok', credentials: 'ok', index: 'unavailable' });
    await stop();
  });

  it('is unavailable where nothing comes back in time', async () => {
    const silent = () => new Promise<never>(() => {});
    expect(await checkHealth({ silent })).toEqual({ silent: 'unavailable' });
  });
});
