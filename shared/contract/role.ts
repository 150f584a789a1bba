/** What people of an account are to it. The first one that may do something is named where another may not. */
export const roles = ['owner', 'member', 'billing'] as const;
export type Role = (typeof roles)[number];

/** Keys, agents, tools, sites and saved questions. */
export const workRoles = ['owner', 'member'] as const satisfies readonly Role[];
/** Buying, invoices and alerts. */
export const moneyRoles = ['owner', 'billing'] as const satisfies readonly Role[];

/**
 * What an agent's connection may do. Sessions may do everything, and so may keys without limits of their own;
 * keys with limits see no balance but what each of their calls leaves.
 */
export type Scope = 'tools' | 'account:read' | 'balance:read' | 'keys:create' | 'keys:manage';
