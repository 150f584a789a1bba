/** The latest tool calls, asked for once for all that look at them. */
export const latestCalls = { tool: '*', limit: 6 };
