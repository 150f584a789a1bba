import type { WireAnswer } from './object-server.ts';
import { json, refused } from './table-imports.ts';

interface SettingsRequest {
  readonly TableName?: string;
  readonly ResourceArn?: string;
  readonly PointInTimeRecoverySpecification?: { readonly PointInTimeRecoveryEnabled: boolean };
  readonly Tags?: readonly object[];
  readonly DeletionProtectionEnabled?: boolean;
  readonly OnDemandThroughput?: object;
}

interface Settings {
  backups: boolean;
  isProtected: boolean;
  tags: readonly object[];
  ceilings: object | undefined;
}

/**
 * Backups, tags, ceilings and protection of tables as DynamoDB's management API keeps
 * them, which the embedded engine has not: a table that is protected cannot be
 * deleted, and a new one has none of the four.
 */
export function createTableSettings() {
  const settings = new Map<string, Settings>();
  const of = (name: string) => {
    const known = settings.get(name) ?? { backups: false, isProtected: false, tags: [], ceilings: undefined };
    settings.set(name, known);
    return known;
  };
  const named = ({ TableName = '', ResourceArn = '' }: SettingsRequest) =>
    of(TableName || (ResourceArn.split('/')[1] ?? ''));
  const operations = new Map<string, (input: SettingsRequest) => WireAnswer | undefined>([
    ['DescribeContinuousBackups', (input) => json(backupsOf(named(input).backups))],
    [
      'UpdateContinuousBackups',
      (input) => {
        named(input).backups = input.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false;
        return json({});
      },
    ],
    ['ListTagsOfResource', (input) => json({ Tags: named(input).tags })],
    [
      'TagResource',
      (input) => {
        named(input).tags = input.Tags ?? [];
        return json({});
      },
    ],
    [
      'UpdateTable',
      (input) => {
        const { DeletionProtectionEnabled, OnDemandThroughput } = input;
        if (DeletionProtectionEnabled !== undefined) named(input).isProtected = DeletionProtectionEnabled;
        if (OnDemandThroughput !== undefined) named(input).ceilings = OnDemandThroughput;
        return json({ TableDescription: {} });
      },
    ],
    [
      'DeleteTable',
      (input) => {
        // "To delete this table, you must first disable deletion protection": a validation error.
        if (named(input).isProtected) return refused('ValidationException');
        settings.delete(input.TableName ?? '');
        return undefined;
      },
    ],
  ]);
  return {
    of,
    answer: (operation: string, input: SettingsRequest) => operations.get(operation)?.(input),
    /** The engine's description of a table, with what is kept here. */
    completed(name: string, body: string): string {
      const { Table, ...rest } = JSON.parse(body);
      const { isProtected, ceilings } = of(name);
      const TableArn = `arn:aws:dynamodb:eu-central-1:000000000000:table/${name}`;
      return JSON.stringify({
        ...rest,
        Table: { ...Table, TableArn, DeletionProtectionEnabled: isProtected, OnDemandThroughput: ceilings },
      });
    },
  };
}

function backupsOf(isOn: boolean) {
  const PointInTimeRecoveryStatus = isOn ? 'ENABLED' : 'DISABLED';
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus },
    },
  };
}
