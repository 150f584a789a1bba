import type { Caller } from '#test/support/service/callers.ts';
import { auditedHost } from '../audited-site.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import { expectStatus, type Step, step, type Walk } from './walk.ts';
import { expectCode, openAccount, type Way } from './ways.ts';

/** What audits alone do. */
export function auditSteps(way: Way): Step[] {
  return [...recheckSteps(way), weighingStep(way), vitalsStep(way), renderedStep(way)];
}

/** An audit and its re-check, which reads what the audit kept as long as it is there. */
export function recheckSteps(way: Way): Step[] {
  const auditedBy = async (service: WalkedService, caller: Caller) => {
    const first = { tool: 'audit_site', args: { domain: auditedHost, max_pages: 1 } };
    const id = /"audit_id":"(aud_[0-9a-z]+)"/u.exec(await expectCode(service, way, caller, first))?.[1];
    return { tool: 'audit_site', args: { domain: auditedHost, recheck: id } };
  };
  return [
    step('reads the pages of an earlier audit to check them again', async (service) => {
      const caller = await openAccount(service);
      await expectCode(service, way, caller, await auditedBy(service, caller));
    }),
    step('says that the pages of an earlier audit are gone', async (service) => {
      const caller = await openAccount(service);
      const again = await auditedBy(service, caller);
      await service.operators.loseFiles(`datasets/${caller.accountId}/`);
      await expectCode(service, way, caller, again, 'validation_error');
    }),
  ];
}

/** An audit of a site whose figures the caller has brought. */
function weighingStep(way: Way): Step {
  return step('weighs an audit by the clicks of its pages, and notes those with a fault', async (service) => {
    const caller = await openAccount(service);
    await service.operators.bring(caller.accountId, undefined, auditedHost);
    const call = { tool: 'audit_site', args: { domain: auditedHost, urls: [`https://${auditedHost}/tea`] } };
    const text = await expectCode(service, way, caller, call);
    if (!text.includes('"own":{"clicks":')) throw new Error('The audit knows no figures.');
    const { body } = expectStatus(await caller.get(`/v1/me/sites/${auditedHost}`), 200);
    if (!JSON.stringify(body).includes('"page_fault"')) throw new Error('No page has a fault.');
  });
}

/** Of a site of which the report of visitors' browsers has to be asked. */
function vitalsStep(way: Way): Step {
  return step("asks what visitors' browsers measured", async (service) => {
    await service.operators.forgetFetched();
    const call = { tool: 'audit_site', args: { domain: auditedHost, max_pages: 1 } };
    const text = await expectCode(service, way, await openAccount(service), call);
    if (!text.includes('"lcp_ms":2000') || text.includes('"unanswered"'))
      throw new Error(`Not known: ${/"field_vitals":.{300}/u.exec(text)?.[0]}`);
  });
}

/** Of a site whose home page is opened in a browser as well, by the function that has one. */
export function renderedStep(way: Way): Step {
  return step('has a page opened in a browser', async (service) => {
    const call = { tool: 'audit_site', args: { domain: auditedHost, max_pages: 1, render: true } };
    const text = await expectCode(service, way, await openAccount(service), call);
    if (!/"words_rendered":[1-9]/u.test(text))
      throw new Error(`Not shown: ${/"rendered":.{200}/u.exec(text)?.[0]}`);
  });
}

export const openPagesWalk: Walk = {
  name: 'open-pages',
  steps: [
    step('opens a page of a public site', async ({ running }) => {
      const question = { url: `http://${auditedHost}/`, within_ms: 14_000 };
      const answer = await running.start(functionNamed('open-pages'), question);
      if (!JSON.stringify(answer).includes('"gzip"'))
        throw new Error(`Not opened: ${JSON.stringify(answer)}`);
    }),
  ],
};
