import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { requestsOfARun } from '#functions/maintenance/canary/probes.ts';
import { canary } from '#functions/maintenance/contracts.ts';
import { tableNames } from '#local/data/database.ts';
import { synthesize } from '#test/lib/support/synthesize.ts';
import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, startMeteredWorld } from '#test/support/service/metered-world.ts';
import type { Part, Table } from '../harness/report.ts';

const minutesOfMonth = 30 * 24 * 60;

async function measure(): Promise<readonly Table[]> {
  const { data, api, upkeep, files } = synthesize({ stage: 'prod' });
  const count = (type: string) =>
    [data, api, upkeep].reduce((total, stack) => total + stack.ofType(type).length, 0);
  const alarms = [api, upkeep].flatMap((stack) => stack.ofType('AWS::CloudWatch::Alarm'));
  const metrics = alarms.reduce((total, { Properties }) => total + metricsOf(Properties), 0);
  const rules = api.ofType('AWS::WAFv2::WebACL')[0]?.Properties.Rules.length ?? 0;
  return [
    {
      title: 'A deployed stage',
      method:
        'The templates of `prod`, as they are synthesized, and the account item after a paid call; what `docs/capacity.md` reckons with.',
      rows: [
        { what: 'functions', measured: count('AWS::Lambda::Function') },
        {
          what: 'resources of the largest template',
          measured: Math.max(...files.map((file) => file.resourceCount)),
        },
        { what: 'alarms', measured: alarms.length },
        { what: 'metrics under alarm', measured: metrics },
        { what: 'alarms over several', measured: count('AWS::CloudWatch::CompositeAlarm') },
        { what: 'rules of the firewall', measured: rules },
        { what: 'secrets', measured: count('AWS::SecretsManager::Secret') },
        {
          what: 'requests of the canary a month',
          measured: (minutesOfMonth / canary.everyMinutes) * requestsOfARun,
        },
        { what: 'account item (bytes)', measured: await accountBytes() },
      ],
    },
  ];
}

/** An alarm on an expression is paid for by the metrics in it. */
function metricsOf({ Metrics }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1;
}

async function accountBytes(): Promise<number> {
  const world = await startMeteredWorld();
  const key = await world.openKey();
  await world.handlersOn(world.documents)('inspect_keyword')(
    exampleCall('inspect_keyword', key),
    lambdaContext,
  );
  const { Items = [] } = await world.documents.send(new ScanCommand({ TableName: tableNames().accounts }));
  await world.stop();
  return Math.max(...Items.map((item) => Buffer.byteLength(JSON.stringify(item))));
}

/** What the stacks hold, as far as money and limits hang on it. */
export const stage: Part = { versionsOf: ['aws-cdk-lib'], measure };
