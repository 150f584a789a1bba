/** Shapes of the service's answers that the dashboard reads. */

export interface Capabilities {
  readonly data: {
    readonly version: string;
    readonly tools: readonly ToolEntry[];
    readonly defaults: { readonly location: string; readonly language: string };
    readonly mcp: { readonly url: string; readonly transport: string };
  };
}

export interface ToolEntry {
  readonly name: string;
  readonly family: string;
  readonly title: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly credits: number;
  readonly enabled: boolean;
  readonly requires: string | null;
  readonly input_schema: JsonSchema;
  readonly example: Readonly<Record<string, unknown>>;
  readonly source_classes: readonly string[];
}

/** The part of JSON Schema that tool inputs use. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Credential {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly spend_limit?: number | null;
  readonly tools?: readonly string[] | null;
}

export interface NewCredential {
  readonly name: string;
  readonly expires_at?: string;
  readonly spend_limit?: number;
  readonly tools?: readonly string[];
}

export interface CreatedCredential {
  /** Null where the same request was sent again: a key is shown once. */
  readonly key: string | null;
  readonly api_credential: Credential;
}

export interface UsageRecord {
  readonly id: string;
  readonly credential_id: string;
  readonly auth_source: string;
  readonly endpoint: string;
  readonly method: string;
  readonly tool: string | null;
  readonly request_id: string;
  readonly status_code: number;
  readonly response_time_ms: number;
  readonly request_bytes: number;
  readonly response_bytes: number;
  readonly upstream_cost_usd: number;
  readonly credits_charged: number;
  readonly cache_hit: boolean;
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly created_at: string;
}

export interface Connection {
  readonly id: string;
  readonly client_name: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly is_active: boolean;
}

export interface Envelope {
  readonly schema_version: string;
  readonly domain: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly deltas: readonly {
    readonly type: string;
    readonly field: string;
    readonly subject: { readonly id: string };
    readonly previous: unknown;
    readonly current: unknown;
  }[];
  readonly coverage: {
    readonly returned: number;
    readonly total_available: number | null;
    readonly truncated: boolean;
    readonly as_of: string | null;
    readonly scope_note: string | null;
  };
  readonly resources: readonly {
    readonly uri: string;
    readonly name: string;
    readonly description: string;
    readonly rows: number;
    readonly expires_at: string;
  }[];
  readonly next_actions: readonly {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly use_when: string;
    readonly credits: number;
  }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly usage: {
    readonly request_id: string;
    readonly tool: string;
    readonly credits_charged: number;
    readonly balance_after: number | null;
    readonly cache_hit: boolean;
  };
}

export interface Order {
  readonly id: string;
  readonly created_at: string;
  readonly paid_at: string | null;
  readonly status: 'open' | 'paid' | 'expired';
  readonly quantity: number;
  readonly credits: number;
  readonly amount_usd: number;
  readonly refunded_usd: number;
  readonly checkout_url: string | null;
  readonly receipt_url: string | null;
}

export interface LedgerLine {
  readonly id: string;
  readonly kind: 'grant' | 'purchase' | 'refund' | 'dispute' | 'adjustment';
  readonly credits: number;
  readonly balance_after: number | null;
  readonly amount_usd: number | null;
  readonly reference: string | null;
  readonly note: string | null;
  readonly created_at: string;
}

export interface BillingStatement {
  readonly terms: {
    readonly step_usd: number;
    readonly credits_per_step: number;
    readonly max_steps: number;
  };
  readonly balance: number;
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerLine[];
  readonly low_balance_alert: { readonly threshold: number | null; readonly choices: readonly number[] };
}

export interface BrowserSession {
  readonly id: string;
  readonly method: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly is_current: boolean;
}
