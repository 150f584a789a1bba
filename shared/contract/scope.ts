/** What an agent's connection may do. Sessions may do everything, and so may keys without limits of their own. */
export type Scope = 'tools' | 'account:read' | 'keys:create' | 'keys:manage';
