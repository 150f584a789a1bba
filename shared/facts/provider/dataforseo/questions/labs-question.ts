import { labsPriceMicroUsd } from '../client/prices.ts';
import type { Question } from '../client/upstream-client.ts';

/** Half a second to a second and a half in the provider's own samples. */
const timeoutMs = 12_000;

/** What all questions to the keyword and domain database share; `rows` are those paid for. */
export function labsQuestion(
  endpoint: string,
  rows: number,
): Pick<Question<unknown>, 'kind' | 'path' | 'priceMicroUsd' | 'timeoutMs'> {
  return {
    kind: 'index',
    path: `/v3/dataforseo_labs/google/${endpoint}/live`,
    priceMicroUsd: labsPriceMicroUsd(rows),
    timeoutMs,
  };
}
