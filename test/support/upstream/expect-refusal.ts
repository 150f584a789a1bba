import type { Answer } from '#test/support/service/running-service.ts';
import type { ToolRequest } from './tool-requests.ts';

/** What a caller may see of a failure upstream: the error of the table, when to come back, and no name. */
export function expectRefusal({ tool }: ToolRequest, answer: Answer, status: number, code: string): void {
  expect({ tool, status: answer.status, code: answer.body.code }).toEqual({ tool, status, code });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body).toMatchObject({ credits_charged: 0, instance: expect.any(String) });
  if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(/dataforseo|ranked_keywords|\bat .*\.ts:\d/iu);
}
