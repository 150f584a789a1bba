import { exportWhatIsDue } from '#functions/maintenance/export/logic.ts';
import { watchMargin } from '#functions/maintenance/margin-watch/logic.ts';
import { deleteExpiredDatasets } from '#shared/facts/datasets/delete-expired.ts';
import { createAlertRepository } from '#shared/money/billing/alert-repository.ts';
import { notifyLowBalances } from '#shared/money/billing/low-balance.ts';
import { createExporter } from '#shared/money/exports/exporter.ts';
import { openExporterParts } from '#shared/money/exports/open-parts.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { createMarginReader } from '#shared/money/margin/margin-reader.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import type { LocalFoundation } from './foundation.ts';

/** As often as the deployed sweep runs. */
const sweepEveryMs = 5 * 60 * 1_000;

type ScheduleParts = Pick<
  LocalFoundation,
  'documents' | 'tables' | 'clock' | 'logger' | 'objects' | 'dashboardUrl' | 'call'
> & { readonly mailer: Mailer };

/** What runs by itself when deployed, on a timer here. Gives back what stops it. */
export function startSchedules({
  documents,
  tables,
  clock,
  logger,
  objects,
  dashboardUrl,
  call,
  mailer,
}: ScheduleParts): () => Promise<void> {
  const sweeper = createSweeper({ documents, tables, clock });
  const sweep = () =>
    sweeper.sweepAll().then(
      ({ holds, oldestHoldSeconds }) => {
        if (holds.void + holds.charged > 0) logger.info('holds swept', { ...holds, oldestHoldSeconds });
      },
      (cause: unknown) => logger.error('sweep failed', { cause }),
    );
  const tidy = () =>
    deleteExpiredDatasets({ objects, clock }).then(
      () => {},
      (cause: unknown) => logger.error('expired datasets stay', { cause }),
    );
  const warn = () =>
    notifyLowBalances({
      accounts: call.accounts,
      entries: createCreditEntries({ documents, tables, clock }),
      alerts: createAlertRepository(documents, tables.billing),
      mailer,
      clock,
      billingPageUrl: `${dashboardUrl}/billing`,
    }).then(
      () => {},
      (cause: unknown) => logger.error('low balances not told', { cause }),
    );
  const exporter = createExporter(openExporterParts({ documents, tables, objects, clock }));
  const closeBooks = () =>
    exportWhatIsDue(exporter, logger).then(
      () => {},
      (cause: unknown) => logger.error('usage not exported', { cause }),
    );
  const margins = createMarginReader({ documents, tables, accounts: call.accounts });
  const watch = () =>
    watchMargin(margins, { clock, logger, alarmingCostShare: 1 }).then(
      () => {},
      (cause: unknown) => logger.error('margin not watched', { cause }),
    );
  const round = () => Promise.all([sweep(), tidy(), warn(), closeBooks(), watch()]);
  // The first round at once: what a killed server left is given back without waiting.
  let running = round();
  const timer = setInterval(() => {
    running = round();
  }, sweepEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
