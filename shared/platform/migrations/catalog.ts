import type { Migration } from './migration.ts';

/** When a low balance was last told is named like every other attribute. */
const alertNames: Migration = {
  id: '2026-11-alert-names',
  table: 'billing',
  summary: 'Alerts about low balances: notifiedAt becomes notified_at.',
  change: ({ sk, notifiedAt, notified_at: already }) =>
    sk === 'alert' && notifiedAt !== undefined
      ? {
          set: { schema: 2, notified_at: already ?? notifiedAt },
          remove: ['notifiedAt'],
          from: ['notifiedAt', 'notified_at'],
        }
      : undefined,
};

/** Every migration, oldest first. `docs/storage.md` says how the next one is added. */
export const migrations: readonly Migration[] = [alertNames];
