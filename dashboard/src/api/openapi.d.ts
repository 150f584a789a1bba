/** Written by "npm run generate" from the contracts. */
export interface paths {
  '/v1/capabilities': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetCapabilitiesAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    post: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetCapabilitiesAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/credits': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetCreditsAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/api-credentials': {
    get: { parameters: { query?: { limit?: string; after?: string }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ApiCredential[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path?: never; cookie?: never }; requestBody: { content: { 'application/json': CreateApiCredentialInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': CreateApiCredentialAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/api-credentials/{credential_id}': {
    patch: { parameters: { query?: never; header?: never; path: { credential_id: string }; cookie?: never }; requestBody: { content: { 'application/json': ChangeApiCredentialInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ApiCredential } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/api-credentials/{credential_id}/rotate': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { credential_id: string }; cookie?: never }; requestBody: { content: { 'application/json': RotateApiCredentialInput | null } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': RotateApiCredentialAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/api-credentials/{credential_id}/revoke': {
    post: { parameters: { query?: never; header?: never; path: { credential_id: string }; cookie?: never }; requestBody: { content: { 'application/json': RevokeApiCredentialInput | null } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ApiCredential } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/usage': {
    get: { parameters: { query?: { limit?: number; since?: string; until?: string; tool?: string; credential_id?: string; auth_source?: "api_key" | "session" | "oauth" | "schedule"; request_id?: string; run?: string; status?: "answered" | "failed"; asked?: string; cursor?: string; format?: "json" | "csv" }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ListUsageRow[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/usage/summary': {
    get: { parameters: { query?: { since?: string; until?: string }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': SummarizeUsageAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/calls/{request_id}': {
    get: { parameters: { query?: never; header?: never; path: { request_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetCallAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/answers/{request_id}': {
    get: { parameters: { query?: never; header?: never; path: { request_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetAnswerAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/answers/{request_id}/shares': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { request_id: string }; cookie?: never }; requestBody: { content: { 'application/json': ShareAnswerInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': ShareAnswerAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/shares': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Share[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/shares/{share_id}/withdraw': {
    post: { parameters: { query?: never; header?: never; path: { share_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': WithdrawShareAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/shared-answers': {
    post: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody: { content: { 'application/json': OpenSharedAnswerInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': OpenSharedAnswerAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path?: never; cookie?: never }; requestBody: { content: { 'application/json': CreateTrackerInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': Tracker } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Tracker[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers/{tracker_id}': {
    get: { parameters: { query?: never; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Tracker } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    patch: { parameters: { query?: never; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody: { content: { 'application/json': ChangeTrackerInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Tracker } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    delete: { parameters: { query?: never; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': RemoveTrackerAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers/{tracker_id}/run': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { tracker_id: string }; cookie?: never }; requestBody?: never; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': Tracker } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers/{tracker_id}/history': {
    get: { parameters: { query?: { limit?: number }; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetTrackerHistoryRow[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers/{tracker_id}/ranks': {
    get: { parameters: { query?: { market?: string; tag?: string; from?: string; to?: string; keyword?: string; search_console?: "true" | "false"; format?: "json" | "csv" }; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetRanksAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/trackers/{tracker_id}/ranks/dataset': {
    post: { parameters: { query?: never; header?: never; path: { tracker_id: string }; cookie?: never }; requestBody: { content: { 'application/json': KeepRankDatasetInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': KeepRankDatasetAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/events': {
    get: { parameters: { query?: { after?: number; before?: number; limit?: number; type?: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near"; order?: "oldest" | "newest" }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ListEventsAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path?: never; cookie?: never }; requestBody: { content: { 'application/json': AddDestinationInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': AddDestinationAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Destination[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations/{destination_id}': {
    patch: { parameters: { query?: never; header?: never; path: { destination_id: string }; cookie?: never }; requestBody: { content: { 'application/json': ChangeDestinationInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Destination } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    delete: { parameters: { query?: never; header?: never; path: { destination_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': RemoveDestinationAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations/{destination_id}/verify': {
    post: { parameters: { query?: never; header?: never; path: { destination_id: string }; cookie?: never }; requestBody: { content: { 'application/json': VerifyDestinationInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': VerifyDestinationAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations/{destination_id}/rotate': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { destination_id: string }; cookie?: never }; requestBody?: never; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': RotateDestinationAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations/{destination_id}/deliveries': {
    get: { parameters: { query?: never; header?: never; path: { destination_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Delivery[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/destinations/{destination_id}/deliveries/{delivery_id}/replay': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { destination_id: string; delivery_id: string }; cookie?: never }; requestBody?: never; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': Delivery } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/uploads': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path?: never; cookie?: never }; requestBody: { content: { 'application/json': CreateUploadInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': CreateUploadAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/uploads/{upload_id}/start': {
    post: { parameters: { query?: never; header?: never; path: { upload_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Upload } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/uploads/{upload_id}': {
    get: { parameters: { query?: never; header?: never; path: { upload_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Upload } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/imports': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ListImportsAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/imports/{import_id}/undo': {
    post: { parameters: { query?: never; header?: never; path: { import_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': UndoImportAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/sites/{site}': {
    get: { parameters: { query?: never; header?: never; path: { site: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetOwnSiteAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    patch: { parameters: { query?: never; header?: never; path: { site: string }; cookie?: never }; requestBody: { content: { 'application/json': UpdateOwnSiteInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': UpdateOwnSiteAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/search-console': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetSearchConsoleAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    post: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody: { content: { 'application/json': ConnectSearchConsoleInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ConnectSearchConsoleAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    delete: { parameters: { query?: { keep_history?: "true" | "false" }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': DisconnectSearchConsoleAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/search-console/properties': {
    post: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody: { content: { 'application/json': ChooseSearchConsolePropertiesInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': ChooseSearchConsolePropertiesAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/sites/{site}/performance': {
    get: { parameters: { query?: { from?: string; to?: string; compare?: string; dimensions?: string; filter?: string; search_type?: "web" | "image" | "video" | "news" | "discover" | "googleNews"; sort?: "clicks" | "impressions" | "ctr" | "position" | "clicks_change" | "key" | "-clicks_change"; property?: string; limit?: number; cursor?: string }; header?: never; path: { site: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': GetSitePerformanceAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/sites/{site}/changes': {
    post: { parameters: { query?: never; header?: { "Idempotency-Key"?: string }; path: { site: string }; cookie?: never }; requestBody: { content: { 'application/json': RecordSiteChangeInput } }; responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': SiteChange } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 409: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
    get: { parameters: { query?: never; header?: never; path: { site: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': SiteChange[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/sites/{site}/changes/{change_id}': {
    delete: { parameters: { query?: never; header?: never; path: { site: string; change_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': RemoveSiteChangeAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/connections': {
    get: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Connection[] } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/connections/{connection_id}': {
    patch: { parameters: { query?: never; header?: never; path: { connection_id: string }; cookie?: never }; requestBody: { content: { 'application/json': ChangeConnectionInput } }; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Connection } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 413: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 415: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 422: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
  '/v1/me/connections/{connection_id}/revoke': {
    post: { parameters: { query?: never; header?: never; path: { connection_id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': RevokeConnectionAnswer } }; 400: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 401: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 403: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 404: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 405: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 429: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 500: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } }; 503: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } } } };
  };
}

export interface components {
  schemas: { Envelope: Envelope; Problem: Problem };
}

/** What the session routes answer with status 200. */
export interface SessionAnswers {
  '/session/code': SessionCodeAnswer;
  '/session/verify': SessionVerifyAnswer;
  '/session/token': SessionTokenAnswer;
  '/session/list': SessionListAnswer;
  '/session/end': SessionEndAnswer;
  '/session/sign-out': SessionSignOutAnswer;
  '/session/passkey/register/options': SessionPasskeyRegisterOptionsAnswer;
  '/session/passkey/register': SessionPasskeyRegisterAnswer;
  '/session/passkey/sign-in/options': SessionPasskeySignInOptionsAnswer;
  '/session/passkey/sign-in': SessionVerifyAnswer;
  '/session/passkey/list': SessionPasskeyListAnswer;
  '/session/passkey/rename': SessionPasskeyListPasskey;
  '/session/passkey/remove': SessionPasskeyRemoveAnswer;
  '/session/members/list': SessionMembersListAnswer;
  '/session/members/invite': SessionMembersListPeople;
  '/session/members/change': SessionMembersListPeople;
  '/session/members/hand-over': SessionMembersListPeople;
  '/session/members/remove': SessionMembersListPeople;
  '/session/members/accounts': SessionMembersAccountsAnswer;
  '/session/members/accept': SessionMembersAcceptAnswer;
  '/session/members/switch': SessionMembersAcceptAnswer;
}

export interface ProblemError {
  pointer: string;
  loc: (string | number)[];
  type: string;
  message: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  retryable: boolean;
  request_id: string;
  credits_charged: number | null;
  errors: ProblemError[];
  credits_required?: number;
  balance?: number;
  action_url?: string;
}

export interface Subject {
  id: string;
  kind: string;
}

export interface Provenance {
  source_class: "live_serp" | "crawl" | "search_index" | "backlink_index" | "ai_answer" | "modeled" | "webmaster_console" | "web_graph" | "popularity_list";
  method: "observed" | "indexed" | "modeled" | "reported";
  observed_at: string | null;
  confidence: number;
  confidence_basis?: "measured" | "assumed";
  connection_id: string | null;
  cache_hit: boolean;
}

export interface DomainVisibilityFact {
  type: "domain_visibility";
  subject: Subject[];
  organic_keywords: number | null;
  top_3_keywords: number | null;
  top_10_keywords: number | null;
  estimated_organic_traffic_per_month: number | null;
  traffic_value_usd: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface PageVisibilityFact {
  type: "page_visibility";
  subject: Subject[];
  organic_keywords: number | null;
  estimated_organic_traffic_per_month: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface RanksForFact {
  type: "ranks_for";
  subject: Subject[];
  position: number | null;
  url?: string | null;
  title?: string | null;
  monthly_volume?: number | null;
  checked_depth?: number | null;
  basis?: "observed" | "average";
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface KeywordMetricsFact {
  type: "keyword_metrics";
  subject: Subject[];
  monthly_volume: number | null;
  cpc_usd: number | null;
  difficulty: number | null;
  competition_level?: "low" | "medium" | "high" | null;
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface OwnSearchFiguresFact {
  type: "own_search_figures";
  subject: Subject[];
  clicks: number;
  impressions: number;
  ctr: number | null;
  average_position: number | null;
  from: string | null;
  to: string | null;
  page?: string | null;
  impressions_per_month?: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface CompetesWithFact {
  type: "competes_with";
  subject: Subject[];
  shared_keywords: number;
  relevance: number | null;
  avg_position?: number | null;
  is_giant?: boolean;
  basis?: "links";
  shared_referrers?: number;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface KeywordGapFact {
  type: "keyword_gap";
  subject: Subject[];
  monthly_volume: number | null;
  best_competitor: string | null;
  best_position: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface LosingKeywordFact {
  type: "losing_keyword";
  subject: Subject[];
  monthly_volume: number | null;
  target_position: number;
  best_position: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface HoldsFeaturedSnippetFact {
  type: "holds_featured_snippet";
  subject: Subject[];
  url: string;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface CitedInAiOverviewFact {
  type: "cited_in_ai_overview";
  subject: Subject[];
  url?: string;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface LinkProfileFact {
  type: "link_profile";
  subject: Subject[];
  backlinks: number | null;
  referring_domains: number | null;
  referring_main_domains: number | null;
  dofollow_share: number | null;
  broken_backlinks: number | null;
  domain_rank: number | null;
  rank_scale: number | null;
  spam_score: number | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface WebGraphAuthorityFact {
  type: "web_graph_authority";
  subject: Subject[];
  position: number;
  of: number | null;
  percentile: number | null;
  harmonic: number;
  pagerank_position: number;
  referring_domains: number | null;
  linked_domains: number | null;
  hosts: number;
  release: string;
  crawled_until: string;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface PopularityFact {
  type: "popularity";
  subject: Subject[];
  list: "crux" | "majestic";
  country: string | null;
  band: number | null;
  position: number | null;
  month: string;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface LinksToFact {
  type: "links_to";
  subject: Subject[];
  domain_rank: number | null;
  backlinks: number | null;
  first_seen: string | null;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface BacklinkGapFact {
  type: "backlink_gap";
  subject: Subject[];
  domain_rank: number | null;
  competitors_linked: number;
  links_to: string[];
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface SiteScoredFact {
  type: "site_scored";
  subject: Subject[];
  onpage_score: number;
  pages_audited: number;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface SiteHasIssueFact {
  type: "site_has_issue";
  subject: Subject[];
  issue: string;
  severity: "high" | "medium" | "low";
  title: string;
  affected_pages: number;
  gain: number;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export interface PageScoredFact {
  type: "page_scored";
  subject: Subject[];
  onpage_score: number;
  location?: string;
  language?: string;
  provenance: Provenance;
}

export type Fact =
  | DomainVisibilityFact
  | PageVisibilityFact
  | RanksForFact
  | KeywordMetricsFact
  | OwnSearchFiguresFact
  | CompetesWithFact
  | KeywordGapFact
  | LosingKeywordFact
  | HoldsFeaturedSnippetFact
  | CitedInAiOverviewFact
  | LinkProfileFact
  | WebGraphAuthorityFact
  | PopularityFact
  | LinksToFact
  | BacklinkGapFact
  | SiteScoredFact
  | SiteHasIssueFact
  | PageScoredFact;

export interface Entity {
  id: string;
  kind: string;
  label: string;
}

export interface Delta {
  type: string;
  subject: Subject;
  field: string;
  previous: string | number | boolean | null;
  current: string | number | boolean | null;
  previous_observed_at: string;
}

export interface Coverage {
  returned: number;
  total_available: number | null;
  truncated: boolean;
  as_of: string | null;
  scope_note: string | null;
}

export interface Resource {
  uri: string;
  name: string;
  description: string;
  mime_type: string;
  rows: number;
  expires_at: string;
}

export interface NextAction {
  tool: string;
  args: { [name: string]: unknown };
  use_when: string;
  credits: number;
}

export interface Warning {
  code: string;
  message: string;
}

export interface Run {
  id: string;
  spent: number;
  budget: number;
}

export interface Usage {
  request_id: string;
  tool: string;
  credits_charged: number;
  balance_after: number | null;
  cache_hit: boolean;
  replayed: boolean;
  mode?: "test";
  would_have_cost?: number;
  run?: Run;
}

export interface Envelope {
  schema_version: "ofe/1.0";
  domain: "seo" | "serp" | "audit" | "backlinks" | "core";
  data: unknown;
  facts: Fact[];
  entities: Entity[];
  deltas: Delta[];
  coverage: Coverage;
  resources: Resource[];
  next_actions: NextAction[];
  warnings: Warning[];
  usage: Usage;
}

export interface ScopePeriod {
  from: string | null;
  to: string | null;
}

export interface ScopeFilter {
  dimension: string;
  operator: "equals" | "contains" | "excludes" | "matches";
  value: string;
}

export interface SiteScope {
  property: string;
  period: ScopePeriod;
  countries: "all" | string[];
  device: string;
  search_type: string;
  filters: ScopeFilter[];
  rows: string;
  source: "export" | "connection";
}

export interface Brand {
  queries: number;
  clicks: number;
  impressions: number;
}

export interface ClickCurve {
  position: number;
  ctr: number;
  queries: number;
  impressions: number;
}

export interface NextCall {
  tool: "inspect_serp" | "inspect_keyword" | "audit_site";
  args: { [name: string]: unknown };
}

export interface ComparedPeriod {
  from: string;
  to: string;
}

export interface SearchTotals {
  clicks: number;
  impressions: number;
  ctr: number | null;
  average_position: number | null;
}

export interface WithheldCounts {
  clicks: number;
  impressions: number | null;
}

export interface GetCapabilitiesDataTool {
  name: string;
  family: string;
  title: string;
  summary: string;
  method: "POST";
  path: string;
  credits: number;
  enabled: boolean;
  requires: string | null;
  input_schema: { [name: string]: unknown };
  example: { [name: string]: unknown };
  source_classes: string[];
}

export interface GetCapabilitiesDataSourceStability {
  days_from: number;
  days_to: number | null;
  places: number;
  within_one_position: number;
}

export interface GetCapabilitiesDataSourceList {
  kind: string;
  name: string;
  domains: number;
  of: number | null;
}

export interface GetCapabilitiesDataSource {
  source_class: string;
  status: "available" | "unavailable";
  typical_confidence: number;
  stability?: GetCapabilitiesDataSourceStability[];
  lists?: GetCapabilitiesDataSourceList[];
}

export interface GetCapabilitiesDataDefaults {
  location: string;
  language: string;
}

export interface GetCapabilitiesDataMarkets {
  locations: { [name: string]: string };
  languages: { [name: string]: string };
}

export interface GetCapabilitiesDataLimitsRate {
  minute: number;
  hour: number;
  day: number;
}

export interface GetCapabilitiesDataLimits {
  rate: GetCapabilitiesDataLimitsRate;
  concurrent_calls: number;
  body_bytes: number;
  dataset_days: number;
}

export interface GetCapabilitiesDataAuth {
  schemes: string[];
  header: string;
  key_prefix: string;
  authorization_server: string;
}

export interface GetCapabilitiesDataMcp {
  url: string;
  transport: string;
}

export interface GetCapabilitiesDataDocs {
  openapi: string;
  llms_txt: string;
  reference: string;
}

export interface GetCapabilitiesData {
  version: string;
  tools: GetCapabilitiesDataTool[];
  credit_cost: { [name: string]: number };
  sources: GetCapabilitiesDataSource[];
  defaults: GetCapabilitiesDataDefaults;
  markets: GetCapabilitiesDataMarkets;
  limits: GetCapabilitiesDataLimits;
  auth: GetCapabilitiesDataAuth;
  mcp: GetCapabilitiesDataMcp;
  docs: GetCapabilitiesDataDocs;
}

export interface GetCapabilitiesFact {
  type: string;
  subject: Subject[];
  provenance: Provenance;
}

export interface GetCapabilitiesAnswer {
  schema_version: "ofe/1.0";
  domain: "seo" | "serp" | "audit" | "backlinks" | "core";
  data: GetCapabilitiesData;
  facts: GetCapabilitiesFact[];
  entities: Entity[];
  deltas: Delta[];
  coverage: Coverage;
  resources: Resource[];
  next_actions: NextAction[];
  warnings: Warning[];
  usage: Usage;
}

export interface GetCreditsAnswer {
  balance: number;
}

export interface PreviousKey {
  prefix: string;
  ends_at: string;
}

export interface RateLimits {
  minute: number;
  hour: number;
  day: number;
}

export interface ApiCredential {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  mode: "live" | "test";
  is_active: boolean;
  created_at: string;
  created_by: string | null;
  parent_id: string | null;
  may_create_keys: boolean;
  last_used_at: string | null;
  expires_at: string | null;
  previous_key: PreviousKey | null;
  spend_limit: number | null;
  spent_this_month: number | null;
  tools: string[] | null;
  rate_limits: RateLimits | null;
}

export interface RateLimitsInput {
  minute: number;
  hour: number;
  day: number;
}

export interface CreateApiCredentialInput {
  name: string;
  mode?: "live" | "test";
  expires_at?: string | null;
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  may_create_keys?: boolean;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
}

export interface CreateApiCredentialAnswer {
  key: string | null;
  api_credential: ApiCredential;
}

export interface ChangeApiCredentialInput {
  name?: string;
  expires_at?: string | null;
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
  may_create_keys?: boolean;
  end_previous_key?: true;
}

export interface RotateApiCredentialInput {
  overlap_hours?: number;
}

export interface RotateApiCredentialApiCredential {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  mode: "live" | "test";
  is_active: boolean;
  created_at: string;
  created_by: string | null;
  parent_id: string | null;
  may_create_keys: boolean;
  last_used_at: string | null;
  expires_at: string | null;
  previous_key: PreviousKey | null;
  spend_limit: number | null;
  spent_this_month: number | null;
  tools: string[] | null;
  rate_limits: RateLimits | null;
}

export interface RotateApiCredentialAnswer {
  key: string | null;
  api_credential: RotateApiCredentialApiCredential;
}

export interface RevokeApiCredentialInput {
  with_children?: boolean;
}

export interface ListUsageRow {
  id: string;
  account_id: string;
  credential_id: string;
  auth_source: "api_key" | "session" | "oauth" | "schedule";
  endpoint: string;
  method: string;
  tool: string | null;
  request_id: string;
  status_code: number;
  response_time_ms: number;
  request_bytes: number;
  response_bytes: number;
  upstream_cost_usd: number;
  credits_charged: number;
  cache_hit: boolean;
  error_type: string | null;
  error_message: string | null;
  run_id: string | null;
  mode: "live" | "test";
  arguments: string | null;
  calls: number;
  created_at: string;
}

export interface SummarizeUsageResponseTimeMs {
  median: number;
  p95: number;
}

export interface SummarizeUsageTool {
  tool: string;
  calls: number;
  failed: number;
  credits_charged: number;
  response_time_ms: SummarizeUsageResponseTimeMs | null;
}

export interface SummarizeUsageCaller {
  auth_source: "api_key" | "session" | "oauth" | "schedule" | null;
  credential_id: string | null;
  calls: number;
  failed: number;
  credits_charged: number;
}

export interface SummarizeUsageDayTool {
  tool: string;
  calls: number;
  failed: number;
  credits_charged: number;
}

export interface SummarizeUsageDay {
  day: string;
  calls: number;
  failed: number;
  credits_charged: number;
  tools: SummarizeUsageDayTool[];
}

export interface SummarizeUsageAnswer {
  since: string;
  until: string;
  complete: boolean;
  calls: number;
  failed: number;
  credits_charged: number;
  response_time_ms: SummarizeUsageResponseTimeMs | null;
  tools: SummarizeUsageTool[];
  callers: SummarizeUsageCaller[];
  days: SummarizeUsageDay[];
}

export interface GetCallAnswer {
  account_id: string;
  credential_id: string;
  auth_source: "api_key" | "session" | "oauth" | "schedule";
  endpoint: string;
  method: string;
  tool: string | null;
  request_id: string;
  status_code: number;
  credits_charged: number;
  cache_hit: boolean;
  error_type: string | null;
  error_message: string | null;
  run_id: string | null;
  mode: "live" | "test";
  arguments: string | null;
  created_at: string;
  outcome: "answered" | "refused" | "failed";
}

export interface GetAnswerAnswer {
  request_id: string;
  tool: string;
  created_at: string;
  arguments: { [name: string]: unknown };
  answer: { [name: string]: unknown };
}

export interface ShareAnswerInput {
  days?: number;
}

export interface Share {
  id: string;
  request_id: string;
  tool: string;
  created_at: string;
  expires_at: string;
}

export interface ShareAnswerAnswer {
  url: string | null;
  share: Share;
}

export interface WithdrawShareAnswer {
  id: string;
  status: "withdrawn";
}

export interface OpenSharedAnswerInput {
  token: string;
}

export interface OpenSharedAnswerAnswer {
  tool: string;
  created_at: string;
  expires_at: string;
  arguments: { [name: string]: unknown };
  answer: { [name: string]: unknown };
}

export interface RankKeywordInput {
  keyword: string;
  tags?: string[];
}

export interface CreateTrackerInputMarket {
  location?: string;
  language?: string;
  device?: "desktop" | "mobile";
}

export interface TrackerTimes {
  every: "day" | "week" | "month";
  at?: string;
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  day?: number;
  time_zone?: string;
}

export interface CreateTrackerInput {
  name: string;
  kind?: "question" | "rank";
  tool?: "inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap";
  args?: { [name: string]: unknown };
  site?: string;
  keywords?: RankKeywordInput[];
  markets?: CreateTrackerInputMarket[];
  rivals?: string[];
  schedule?: TrackerTimes;
  monthly_budget?: number;
}

export interface RankMarket {
  location: string;
  language: string;
  device: "desktop" | "mobile";
}

export interface WatchedRanks {
  site: string;
  keywords: number;
  markets: RankMarket[];
  rivals: string[];
  calls: number;
}

export interface TrackerSchedule {
  every: "day" | "week" | "month";
  at: string;
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  day: number | null;
  time_zone: string;
}

export interface LastAsking {
  at: string;
  outcome: "running" | "asked" | "waiting" | "failed" | "refused";
  reason: string | null;
  request_id: string | null;
}

export interface Tracker {
  id: string;
  kind: "question" | "rank";
  name: string;
  tool: string;
  args: { [name: string]: unknown };
  created_at: string;
  rank: WatchedRanks | null;
  status: "active" | "paused" | "unscheduled";
  paused_because: "owner" | "missed" | "refused" | "price" | null;
  schedule: TrackerSchedule | null;
  price: number | null;
  most_a_month: number | null;
  monthly_budget: number | null;
  spent_this_month: number;
  next_at: string | null;
  last: LastAsking | null;
}

export interface ChangeTrackerInput {
  name?: string;
  schedule?: TrackerTimes | null;
  monthly_budget?: number;
  keywords?: RankKeywordInput[];
  rivals?: string[];
  status?: "active" | "paused";
}

export interface RemoveTrackerAnswer {
  id: string;
  status: "removed";
}

export interface GetTrackerHistoryRow {
  period: string;
  at: string;
  outcome: "running" | "asked" | "waiting" | "failed" | "refused";
  reason: string | null;
  request_id: string | null;
  credits_charged: number;
  changes: number;
}

export interface GetRanksMarket {
  location: string;
  language: string;
  device: "desktop" | "mobile";
}

export interface GetRanksSummary {
  keywords: number;
  checked: number;
  share_of_voice: number | null;
  average_position: number | null;
  top_3: number;
  top_4_10: number;
  top_11_20: number;
  top_21_100: number;
  not_found: number;
  ai_overviews: number;
  ai_cited: number;
  up: number;
  down: number;
  new: number;
  lost: number;
}

export interface GetRanksRival {
  domain: string;
  share_of_voice: number | null;
}

export interface GetRanksDay {
  day: string;
  keywords: number;
  checked: number;
  share_of_voice: number | null;
  average_position: number | null;
  top_3: number;
  top_4_10: number;
  top_11_20: number;
  top_21_100: number;
  not_found: number;
  ai_overviews: number;
  ai_cited: number;
  rivals: GetRanksRival[];
}

export interface GetRanksRowRival {
  domain: string;
  position: number | null;
}

export interface GetRanksRow {
  keyword: string;
  tags: string[];
  monthly_volume: number | null;
  status: "ranked" | "not_in_top_n" | "not_checked";
  position: number | null;
  previous_position: number | null;
  change: number | null;
  movement: "up" | "down" | "same" | "new" | "lost" | "unknown";
  best_position: number | null;
  best_day: string | null;
  checked_depth: number | null;
  url: string | null;
  ai_overview: "cited" | "not_cited" | "none" | "not_checked";
  serp_features: string[] | null;
  rivals: GetRanksRowRival[];
  search_console_position?: number | null;
}

export interface GetRanksAnswer {
  tracker_id: string;
  site: string;
  market: GetRanksMarket;
  markets: RankMarket[];
  tags: string[];
  day: string | null;
  compared_with: string | null;
  summary: GetRanksSummary;
  rivals: GetRanksRival[];
  days: GetRanksDay[];
  rows: GetRanksRow[];
}

export interface KeepRankDatasetInput {
  market?: string;
  tag?: string;
  from?: string;
  to?: string;
}

export interface KeepRankDatasetResource {
  uri: string;
  name: string;
  description: string;
  mime_type: string;
  rows: number;
  expires_at: string;
}

export interface KeepRankDatasetAnswer {
  resource: KeepRankDatasetResource;
}

export interface ListEventsEvent {
  id: string;
  number: number;
  type: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near";
  at: string;
  summary: string;
  why: string;
  subject: string | null;
  link: string;
  data: { [name: string]: unknown };
}

export interface ListEventsAnswer {
  events: ListEventsEvent[];
  next: number;
  more: boolean;
}

export interface AddDestinationInput {
  kind: "webhook" | "slack" | "mail";
  url?: string;
  address?: string;
  rhythm?: "at_once" | "daily" | "weekly";
  types?: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
}

export interface Destination {
  id: string;
  kind: "webhook" | "slack" | "mail";
  target: string;
  rhythm: "at_once" | "daily" | "weekly";
  types: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
  status: "unverified" | "active" | "off";
  off_because: "owner" | "failing" | "gone" | "person_left" | null;
  failing_since: string | null;
  created_at: string;
  secret_rotated_at: string | null;
}

export interface AddDestinationAnswer {
  destination: Destination;
  secret: string | null;
}

export interface ChangeDestinationInput {
  types?: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
  rhythm?: "at_once" | "daily" | "weekly";
  status?: "active" | "off";
}

export interface RemoveDestinationAnswer {
  id: string;
  status: "removed";
}

export interface VerifyDestinationInput {
  code?: string;
}

export interface VerifyDestinationAnswer {
  destination: Destination;
  message: string;
}

export interface RotateDestinationAnswer {
  destination: Destination;
  secret: string | null;
}

export interface DeliveryTry {
  at: string;
  status: number | null;
  answer: string;
  milliseconds: number;
}

export interface Delivery {
  id: string;
  event_type: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near" | null;
  status: "waiting" | "delivered" | "failed";
  next_at: string | null;
  created_at: string;
  tries: DeliveryTry[];
}

export interface CreateUploadInputFile {
  name: string;
  bytes: number;
}

export interface CreateUploadInput {
  files: CreateUploadInputFile[];
  domain?: string;
  location?: string;
  language?: string;
}

export interface UploadFile {
  name: string;
  bytes: number;
}

export interface UploadProgress {
  phase: "reading" | "writing" | "counting";
  file: string;
  rows: number;
  share: number;
}

export interface SkippedRow {
  reason: string;
  rows: number;
  lines: number[];
}

export interface LeftOutRow {
  reason: string;
  rows: number;
  lines: number[];
}

export interface RowProblem {
  line: number;
  reason: string;
}

export interface UploadReport {
  file: string;
  import_id: string | null;
  format: string | null;
  status: "imported" | "already_imported" | "nothing_imported";
  rows: number;
  taken: number;
  skipped: SkippedRow[];
  left_out: LeftOutRow[];
  bad_rows: number;
  problems: RowProblem[];
  site: string | null;
  from: string | null;
  to: string | null;
  notes: string[];
}

export interface Upload {
  id: string;
  status: "awaiting_files" | "queued" | "running" | "done" | "failed";
  created_at: string;
  files: UploadFile[];
  progress: UploadProgress | null;
  message: string | null;
  reports: UploadReport[];
}

export interface CreateUploadAddress {
  name: string;
  url: string;
}

export interface CreateUploadAnswer {
  upload: Upload;
  addresses: CreateUploadAddress[];
}

export interface ListImportsSite {
  site: string;
  from: string | null;
  to: string | null;
  clicks: number;
  impressions: number;
  queries: number;
  pages: number;
  scope: SiteScope;
  opportunities: { [name: string]: number };
}

export interface ListImportsImport {
  id: string;
  file: string;
  format: string;
  site: string | null;
  rows: number;
  status: "running" | "complete";
  started_at: string;
  created_by: string | null;
  is_shared: boolean;
}

export interface ListImportsAnswer {
  sites: ListImportsSite[];
  imports: ListImportsImport[];
  uploads: Upload[];
}

export interface UndoImportAnswer {
  import_id: string;
  status: "undone";
}

export interface GetOwnSiteFoundNames {
  own_names: string[];
  other_names: string[];
}

export interface GetOwnSiteDay {
  day: string;
  clicks: number;
  impressions: number;
}

export interface GetOwnSiteCountry {
  country: string;
  clicks: number;
  impressions: number;
  share: number | null;
}

export interface GetOwnSiteOpportunity {
  kind: "striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch";
  levers?: ("striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch")[];
  query: string | null;
  page: string | null;
  clicks: number;
  impressions: number;
  ctr: number | null;
  average_position: number | null;
  from: string | null;
  to: string | null;
  seen: string;
  estimated_clicks: number | null;
  estimated_clicks_per_month: number | null;
  computed: string;
  next_call: NextCall;
  credits: number;
}

export interface GetOwnSiteIndexStatusPage {
  page: string;
  inspected_at: string;
  verdict: string | null;
  coverage_state: string | null;
  robots_txt_state: string | null;
  indexing_state: string | null;
  page_fetch_state: string | null;
  last_crawl: string | null;
  declared_canonical: string | null;
  google_canonical: string | null;
  problem: "not_indexed" | "canonical_mismatch" | null;
  clicks: number;
  clicks_before: number;
}

export interface GetOwnSiteIndexStatus {
  inspected: number;
  by_verdict: { [name: string]: number };
  not_indexed: number;
  canonical_mismatch: number;
  last_inspected_at: string | null;
  pages: GetOwnSiteIndexStatusPage[];
}

export interface GetOwnSiteAnswer {
  site: string;
  import_id: string | null;
  clicks: number;
  impressions: number;
  ctr: number | null;
  average_position: number | null;
  from: string | null;
  to: string | null;
  counted_from: "dates" | "countries" | "devices" | "pages" | "queries";
  queries: number;
  pages: number;
  scope: SiteScope;
  brand: Brand;
  click_curve: ClickCurve[];
  own_names: string[];
  other_names: string[];
  found_names: GetOwnSiteFoundNames;
  days: GetOwnSiteDay[];
  countries: GetOwnSiteCountry[];
  opportunity_counts: { [name: string]: number };
  opportunities: GetOwnSiteOpportunity[];
  index_status: GetOwnSiteIndexStatus | null;
}

export interface SearchConsoleRefusal {
  reason: string;
  message: string;
  until: string;
}

export interface SearchConsoleProperty {
  property: string;
  site: string;
  permission: string;
  chosen: boolean;
  first_day: string | null;
  last_day: string | null;
  days_done: number;
  days_left: number;
  synced_at: string | null;
  refused: SearchConsoleRefusal | null;
}

export interface GetSearchConsoleAnswer {
  state: "unavailable" | "not_connected" | "connected" | "paused";
  sign_in: "google" | "service_account" | null;
  message: string | null;
  connected_at: string | null;
  properties: SearchConsoleProperty[];
}

export interface ConnectSearchConsoleInput {
  redirect_uri?: string;
}

export interface ConnectSearchConsoleAnswer {
  authorize_url: string | null;
}

export interface ChooseSearchConsolePropertiesInput {
  properties: string[];
}

export interface ChooseSearchConsolePropertiesAnswer {
  state: "unavailable" | "not_connected" | "connected" | "paused";
  sign_in: "google" | "service_account" | null;
  message: string | null;
  connected_at: string | null;
  properties: SearchConsoleProperty[];
}

export interface DisconnectSearchConsoleAnswer {
  state: "not_connected";
  kept_history: boolean;
  revoked: boolean;
}

export interface GetSitePerformanceFreshDay {
  day: string;
  clicks: number;
  impressions: number;
}

export interface GetSitePerformanceRow {
  keys: { [name: string]: string };
  clicks: number;
  impressions: number;
  ctr: number | null;
  average_position: number | null;
  before: SearchTotals | null;
}

export interface GetSitePerformanceAnswer {
  site: string;
  property: string;
  search_type: string;
  from: string | null;
  to: string | null;
  compared_with: ComparedPeriod | null;
  time_zone: "America/Los_Angeles";
  dimensions: string[];
  totals: SearchTotals;
  totals_before: SearchTotals | null;
  sum_of_rows: SearchTotals | null;
  withheld: WithheldCounts | null;
  final_until: string | null;
  fresh_days: GetSitePerformanceFreshDay[];
  days_without_rows: number;
  notes: string[];
  rows: GetSitePerformanceRow[];
  total_rows: number;
  next_cursor: string | null;
}

export interface UpdateOwnSiteInput {
  own_names?: string[] | null;
  other_names?: string[] | null;
}

export interface UpdateOwnSiteAnswer {
  site: string;
  own_names: string[];
  other_names: string[];
  brand: Brand;
  opportunity_counts: { [name: string]: number };
}

export interface RecordSiteChangeInput {
  at?: string;
  what: string;
  pages: string[];
}

export interface MeasuredEffect {
  clicks: number;
  low: number;
  high: number;
  share: number;
  p_value: number;
  controls: number;
  power: number;
  verdict: "effect" | "no_effect_seen" | "cannot_tell";
  needs_days: number | null;
}

export interface ChangeEffect {
  days: number;
  measured_at: string;
  clicks: MeasuredEffect | null;
  impressions: MeasuredEffect | null;
  verdict: "effect" | "no_effect_seen" | "cannot_tell";
  why: string;
  warnings: string[];
}

export interface SiteChange {
  id: string;
  site: string;
  at: string;
  what: string;
  pages: string[];
  recorded_at: string;
  effect: ChangeEffect | null;
  next_at: string | null;
}

export interface RemoveSiteChangeAnswer {
  id: string;
  status: "removed";
}

export interface Connection {
  id: string;
  account_id: string;
  client_id: string;
  client_name: string;
  redirect_host: string;
  scopes: string[];
  is_active: boolean;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  ends_at: string | null;
  spend_limit: number | null;
  spent_this_month: number | null;
  tools: string[] | null;
  rate_limits: RateLimits | null;
  revoked_at: string | null;
}

export interface ChangeConnectionInput {
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
  ends_at?: string | null;
}

export interface RevokeConnectionAnswer {
  id: string;
  account_id: string;
  client_id: string;
  client_name: string;
  redirect_host: string;
  scopes: string[];
  is_active: boolean;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  ends_at: string | null;
  spend_limit: number | null;
  spent_this_month: number | null;
  tools: string[] | null;
  rate_limits: RateLimits | null;
  revoked_at: string | null;
}

export interface SessionCodeAnswer {
  sign_in_id: string;
  code_digits: 6 | 8;
  expires_in_seconds: number;
}

export interface SessionVerifyAnswer {
  account_id: string;
  session_id: string;
}

export interface SessionTokenNotSignedInAnswer {
  signed_in: false;
}

export interface SessionTokenSignedInAnswerPerson {
  email: string;
}

export interface SessionTokenSignedInAnswerAccount {
  id: string;
  email: string;
  status: string;
}

export interface SessionTokenSignedInAnswer {
  signed_in: true;
  token: string;
  token_type: "Bearer";
  expires_in: number;
  expires_at: string;
  session_id: string;
  role: "owner" | "member" | "billing";
  person: SessionTokenSignedInAnswerPerson;
  account: SessionTokenSignedInAnswerAccount;
}

export type SessionTokenAnswer =
  | SessionTokenNotSignedInAnswer
  | SessionTokenSignedInAnswer;

export interface SessionListSession {
  id: string;
  method: "email" | "passkey";
  user_agent: string;
  network: string | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  is_current: boolean;
}

export interface SessionListAnswer {
  sessions: SessionListSession[];
}

export interface SessionEndAnswer {
  ended: true;
}

export interface SessionSignOutAnswer {
  signed_out: true;
}

export interface SessionPasskeyRegisterOptionsRp {
  id?: string;
  name: string;
}

export interface SessionPasskeyRegisterOptionsUser {
  id: string;
  name: string;
  displayName: string;
}

export interface SessionPasskeyRegisterOptionsPubKeyCredParam {
  alg: number;
  type: "public-key";
}

export interface SessionPasskeyRegisterOptionsExcludeCredential {
  id: string;
  type: string;
  transports?: string[];
}

export interface SessionPasskeyRegisterOptionsAuthenticatorSelection {
  residentKey?: "discouraged" | "preferred" | "required";
  requireResidentKey?: boolean;
  userVerification?: "discouraged" | "preferred" | "required";
}

export interface SessionPasskeyRegisterOptionsExtensions {
  credProps?: boolean;
}

export interface SessionPasskeyRegisterOptionsAnswer {
  challenge: string;
  rp: SessionPasskeyRegisterOptionsRp;
  user: SessionPasskeyRegisterOptionsUser;
  pubKeyCredParams: SessionPasskeyRegisterOptionsPubKeyCredParam[];
  timeout?: number;
  excludeCredentials?: SessionPasskeyRegisterOptionsExcludeCredential[];
  authenticatorSelection?: SessionPasskeyRegisterOptionsAuthenticatorSelection;
  attestation?: "direct" | "enterprise" | "indirect" | "none";
  extensions?: SessionPasskeyRegisterOptionsExtensions;
}

export interface SessionPasskeyRegisterAnswer {
  passkey_id: string;
  name: string;
}

export interface SessionPasskeySignInOptionsAnswer {
  challenge: string;
  rpId?: string;
  timeout?: number;
  allowCredentials?: SessionPasskeyRegisterOptionsExcludeCredential[];
  userVerification?: "discouraged" | "preferred" | "required";
}

export interface SessionPasskeyListPasskey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface SessionPasskeyListAnswer {
  passkeys: SessionPasskeyListPasskey[];
}

export interface SessionPasskeyRemoveAnswer {
  removed: true;
}

export interface SessionMembersListPeople {
  id: string | null;
  email: string;
  role: "owner" | "member" | "billing";
  is_holder: boolean;
  status: "active" | "invited" | "expired" | "removed" | "withdrawn";
  is_you: boolean;
  invited_by: string | null;
  invitation_ends_at: string | null;
  joined_at: string | null;
  removed_at: string | null;
}

export interface SessionMembersListAnswer {
  people: SessionMembersListPeople[];
}

export interface SessionMembersAccountsAccount {
  id: string;
  email: string;
  company: string | null;
  role: "owner" | "member" | "billing";
  opened_at: string;
  is_current: boolean;
}

export interface SessionMembersAccountsAnswer {
  accounts: SessionMembersAccountsAccount[];
}

export interface SessionMembersAcceptAnswer {
  account_id: string;
}
