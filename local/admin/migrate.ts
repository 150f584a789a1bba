import { ServiceError } from '#shared/platform/errors.ts';
import { migrations } from '#shared/platform/migrations/catalog.ts';
import { type MigrationCounts, runMigration } from '#shared/platform/migrations/run-migration.ts';
import type { AdminFoundation } from './stage-foundation.ts';

export interface MigrationOrder {
  readonly isDryRun: boolean;
  /** One migration by its id; all of them, oldest first, where it is undefined. */
  readonly only: string | undefined;
  /** Where an earlier run of `only` was stopped. */
  readonly position: string | undefined;
}

export interface MigrationReport extends MigrationCounts {
  readonly migration: string;
  readonly summary: string;
  readonly dry_run: boolean;
}

/** Runs migrations on the tables of one machine or one stage; says on stderr how far it has come. */
export async function migrate(
  { documents, tables }: Pick<AdminFoundation, 'documents' | 'tables'>,
  { isDryRun, only, position }: MigrationOrder,
): Promise<readonly MigrationReport[]> {
  const wanted = migrations.filter(({ id }) => only === undefined || id === only);
  if (wanted.length === 0)
    throw new ServiceError(
      'validation_error',
      `There is no migration ${only}; there are ${migrations.map(({ id }) => id).join(', ')}.`,
    );
  if (position !== undefined && only === undefined)
    throw new ServiceError('validation_error', '--from belongs to one migration: name it with --only.');
  const reports: MigrationReport[] = [];
  for (const migration of wanted) {
    const counts = await runMigration({ documents, tables }, migration, {
      isDryRun,
      position,
      reached: (next, { scanned, changed }) => {
        const goOn = next === undefined ? '' : ` --only ${migration.id} --from ${next}`;
        process.stderr.write(`${migration.id}: ${scanned} items, ${changed} changed${goOn}\n`);
      },
    });
    reports.push({ migration: migration.id, summary: migration.summary, dry_run: isDryRun, ...counts });
  }
  return reports;
}
