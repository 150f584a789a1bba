import type { EmbeddedCheckout } from '#shared/billing/embedded-checkouts.ts';

/** What the page says above its buttons after one was pressed. */
export type CheckoutNotice = 'declined' | 'refunded' | 'disputed' | undefined;

const notices = {
  declined: 'The card was declined. Nothing was charged.',
  refunded: 'The refund was sent.',
  disputed: 'The dispute was opened.',
} as const;

/** The hosted checkout of the embedded provider, as a page without scripts. */
export function checkoutPage(checkout: EmbeddedCheckout, notice: CheckoutNotice): string {
  const total = dollars(checkout.amountCents);
  return page(
    `Pay ${total}`,
    `<header>
      <p class="seller">Oriel</p>
      <h1>${total}</h1>
      <p class="muted">${checkout.credits.toLocaleString('en-US')} credits</p>
    </header>
    <dl>
      <div><dt>${checkout.credits / checkout.quantity} credits × ${checkout.quantity}</dt><dd>${total}</dd></div>
      <div><dt>Receipt to</dt><dd>${escapeHtml(checkout.email)}</dd></div>
      <div class="total"><dt>Total</dt><dd>${total}</dd></div>
    </dl>
    ${notice ? `<p class="notice" role="status">${notices[notice]}</p>` : ''}
    ${checkout.state === 'complete' ? paidControls(checkout) : payControls(checkout)}`,
  );
}

/** What an unknown or expired checkout shows. */
export function goneCheckoutPage(): string {
  return page(
    'Checkout ended',
    '<header><h1>This checkout has ended</h1></header><p class="muted">Open a new one from the billing page.</p>',
  );
}

function payControls({ amountCents, cancelUrl }: EmbeddedCheckout): string {
  return `<form method="post">
      <button name="action" value="pay" class="primary">Pay ${dollars(amountCents)}</button>
      <button name="action" value="decline">Try a card that is declined</button>
    </form>
    <p class="muted center"><a href="${escapeHtml(cancelUrl)}">Cancel and go back</a></p>
    <p class="test">Test payment: this machine has no payment account, so no money moves.</p>`;
}

function paidControls({ amountCents, successUrl }: EmbeddedCheckout): string {
  return `<p class="notice" role="status">Paid. <a href="${escapeHtml(successUrl)}">Back to billing</a></p>
    <form method="post">
      <button name="action" value="refund">Refund ${dollars(amountCents)}</button>
      <button name="action" value="refund_half">Refund half</button>
      <button name="action" value="dispute">Dispute the payment</button>
    </form>
    <p class="test">Test controls: what the seller or the payer’s bank would do.</p>`;
}

/** Colours and shapes of the dashboard, without loading it. */
const style = `
:root{color-scheme:light dark;--bg:#f7f9f8;--card:#fff;--line:#e1e7e5;--text:#16201e;--dim:#55625e;--accent:#0d7d6c;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#101514;--card:#161c1b;--line:#28312f;--text:#dfe5e3;--dim:#9aa7a4;--accent:#26a98c;--on:#04120f}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--text);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:32px}
.seller{margin:0;color:var(--dim);font-weight:550}h1{margin:4px 0;font-size:2rem;letter-spacing:-.02em}.muted{margin:0;color:var(--dim)}
dl{margin:24px 0;border-top:1px solid var(--line)}dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--dim)}dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;text-align:right}.total{font-weight:620}.total dt{color:inherit}
form{display:grid;gap:10px}button{font:inherit;font-weight:550;padding:11px 16px;border-radius:10px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on)}button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a{color:inherit}.center{text-align:center;margin-top:16px}.notice{padding:10px 14px;border-radius:10px;border:1px solid var(--line)}
.test{margin:24px 0 0;padding-top:16px;border-top:1px dashed var(--line);color:var(--dim);font-size:13px}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
