/** A question of finance that is ready to run in the query engine; `docs/finance.md` shows each. */
export interface FinanceQuery {
  readonly name: string;
  readonly description: string;
  readonly sql: string;
}

export const financeQueries: readonly FinanceQuery[] = [
  {
    name: 'margin-by-tool',
    description: 'What each tool took in at list price this month, and what it cost upstream.',
    sql: `SELECT tool,
       -- A row counts refused calls of a minute; files of before say nothing of it.
       sum(coalesce(calls, 1)) AS calls,
       sum(credits_charged) AS credits,
       sum(credits_charged) * DECIMAL '0.01' AS at_list_price_usd,
       sum(upstream_cost_usd) AS upstream_cost_usd,
       sum(credits_charged) * DECIMAL '0.01' - sum(upstream_cost_usd) AS margin_usd
FROM usage
WHERE dt >= date_format(date_trunc('month', current_date), '%Y-%m-%d')
  AND tool IS NOT NULL
GROUP BY tool
ORDER BY margin_usd`,
  },
  {
    name: 'top-accounts',
    description: 'The hundred accounts that earned most last month.',
    sql: `SELECT account_id, calls, spent, revenue, upstream_cost_usd, margin
FROM account_month
WHERE month = date_format(date_add('month', -1, current_date), '%Y-%m')
ORDER BY revenue DESC, account_id
LIMIT 100`,
  },
  {
    name: 'deferred-revenue',
    description: 'Money paid for credits that were not spent by the end of each month.',
    sql: `SELECT month,
       sum(deferred_revenue) AS deferred_revenue_usd,
       sum(closing) AS credits,
       sum(revenue) AS earned_usd
FROM account_month
WHERE month >= date_format(date_add('month', -13, current_date), '%Y-%m')
GROUP BY month
ORDER BY month`,
  },
];
