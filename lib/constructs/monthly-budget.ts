import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

interface MonthlyBudgetProps {
  readonly stage: Stage;
}

/** A mail when 80 % of the stage's monthly budget are spent, and when the forecast goes beyond it. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage }: MonthlyBudgetProps) {
    super(scope, id);
    const { alarmEmail } = stage;
    if (!alarmEmail) return;
    const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    });
    new CfnBudget(this, 'budget', {
      budget: {
        budgetName: `oriel-${stage.name}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudgetUsd, unit: 'USD' },
        // Only what carries the stage's tag; the tag must be activated for cost allocation once.
        costFilters: { TagKeyValue: [`user:stage$${stage.name}`] },
      },
      notificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    });
  }
}
