import type { PublishedText } from '#shared/callers/identity/published-texts.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { escapeHtml } from '#shared/http/framed-page.ts';
import { visitorPage } from '#shared/http/visitor-page.ts';
import type { PurchaseTerms } from '#shared/money/billing/order.ts';
import { operatorWords } from './operator-text-page.ts';

/** What credits cost and what each tool takes, from the terms of the checkout and the contracts. */
export function renderPricing(
  tools: readonly ToolContract[],
  terms: PurchaseTerms,
  words: PublishedText | undefined,
): string {
  const money = (cents: number, most = 2) =>
    (cents / 100).toLocaleString('en-US', {
      style: 'currency',
      currency: terms.currency,
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      maximumFractionDigits: most,
    });
  const centsPerCredit = terms.stepCents / terms.creditsPerStep;
  const rows = tools.map(
    ({ name, title, credits, requires }) =>
      `<tr><td><a href="/docs/${name}">${escapeHtml(title)}</a>${requires === undefined ? '' : ' <small class="muted">on request</small>'}</td><td class="number">${credits}</td><td class="number">${credits === 0 ? 'free' : money(credits * centsPerCredit, 4)}</td></tr>`,
  );
  return visitorPage(
    'Prices',
    `<h1>Prices</h1>
<p>Credits are bought ahead: <strong>${money(terms.stepCents)} for ${terms.creditsPerStep.toLocaleString('en-US')} credits</strong>, at most ${(terms.maxSteps * terms.creditsPerStep).toLocaleString('en-US')} in one order. There is no subscription.</p>
<div class="table" tabindex="0" role="group" aria-label="Prices of the tools"><table><thead><tr><th>One answer of</th><th class="number">Credits</th><th class="number">In money</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>What costs nothing</h2>
<ul>
<li>A call that fails, for whatever reason.</li>
<li>An answer that holds nothing but what your account has brought itself, such as a query that only your Search Console knows.</li>
<li>The same call again under its <code>Idempotency-Key</code>, within 24 hours.</li>
<li>Opening, sharing and comparing an answer that was paid for.</li>
<li>The example of each tool in the <a href="/explorer">Explorer</a>, without an account.</li>
<li>Calls with a <a href="/docs/testing">test key</a>, and everything about the account: keys, usage, exports.</li>
</ul>
${words ? operatorWords(words) : ''}`,
  );
}
