/** List prices of us-east-1 in November 2026 in dollars, without free tiers and discounts. */
export const usd = {
  /** For a million of each. */
  million: {
    writeUnits: 0.625,
    readUnits: 0.125,
    apiRequests: 3.5,
    functionRequests: 0.2,
    distributionRequests: 1,
    firewallRequests: 0.6,
    edgeFunctions: 0.1,
    originFunctions: 0.6,
    functionGbSeconds: 13.33,
    tracesKept: 5,
    objectPuts: 5,
  },
  /** For a GB, once. */
  gb: { sentToCallers: 0.085, logged: 0.5, importedFromObjects: 0.15 },
  /** For a GB kept for a month. */
  gbMonth: { table: 0.25, pointInTimeRecovery: 0.2, objects: 0.023 },
  /** For one of them, a month. */
  month: { alarmMetric: 0.1, compositeAlarm: 0.5, firewall: 5, firewallRule: 1, secret: 0.4, key: 1 },
} as const;
