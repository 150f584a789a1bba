import { readFileSync, mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
const ready = JSON.parse(readFileSync('/tmp/dd/ready.json', 'utf8'));
const base = ready.base_url;
const only = process.argv[2]?.split(',');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const now = Date.now();
const iso = (d: number) => new Date(now - d * 86400e3).toISOString();
const statement = {
  terms: { step_usd: 10, credits_per_step: 1000, max_steps: 100 }, balance: 5210,
  orders: [
    { id: 'order_01kbhs3x9mq6d8v0a2c4e6g8j0', created_at: iso(2), paid_at: iso(2), status: 'paid', quantity: 5, credits: 5000, amount_usd: 50, refunded_usd: 0, checkout_url: null, receipt_url: null },
    { id: 'order_01kbhs3x9mq6d8v0a2c4e6g8j1', created_at: iso(32), paid_at: iso(32), status: 'paid', quantity: 2, credits: 2000, amount_usd: 20, refunded_usd: 10, checkout_url: null, receipt_url: null }],
  ledger: [
    { id: 'a', kind: 'purchase', credits: 5000, balance_after: 5440, amount_usd: 50, reference: 'order_x', note: null, created_at: iso(2) },
    { id: 'b', kind: 'refund', credits: -1000, balance_after: 440, amount_usd: 10, reference: 'order_y', note: null, created_at: iso(20) },
    { id: 'c', kind: 'grant', credits: 1000, balance_after: 1000, amount_usd: null, reference: null, note: 'Demo credits', created_at: iso(40) }],
  low_balance_alert: { threshold: 100, choices: [50, 100, 250, 500, 1000] },
};
const connections = [
  { id: 'conn_1', client_name: 'Claude', client_id: 'x', scopes: ['tools', 'account:read'], created_at: iso(5), last_used_at: iso(0.1), is_active: true },
  { id: 'conn_2', client_name: 'Cursor', client_id: 'y', scopes: ['tools'], created_at: iso(25), last_used_at: null, is_active: false }];
async function ctx(scheme: 'light'|'dark', width: number, signedIn = true) {
  const c = await browser.newContext({ colorScheme: scheme, viewport: { width, height: width < 600 ? 844 : 900 }, deviceScaleFactor: 1 });
  await c.route('**/session/**', (r) => {
    const p = new URL(r.request().url()).pathname;
    if (!signedIn) return p.endsWith('/code') ? r.fulfill({ json: { sign_in_id: 's', expires_in_seconds: 600 } }) : r.fulfill({ status: 401, json: { code: 'missing_credentials' } });
    if (p === '/session/token') return r.fulfill({ json: { token: 't', expires_in: 600, account: { id: ready.account_id, email: 'maya@northwind.example' } } });
    if (p === '/session/billing/statement') return r.fulfill({ json: statement });
    if (p === '/session/list') return r.fulfill({ json: { sessions: [{ id: 's1', method: 'email', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari', created_at: iso(3), last_seen_at: iso(0), is_current: true }, { id: 's2', method: 'passkey', user_agent: 'iPhone Safari', created_at: iso(9), last_seen_at: iso(1), is_current: false }] } });
    return r.fulfill({ status: 404, json: { detail: 'x' } });
  });
  await c.route('**/v1/**', (r) => {
    if (r.request().url().includes('/connections')) return r.fulfill({ json: connections });
    return r.continue({ headers: { ...r.request().headers(), authorization: `Bearer ${ready.api_key}` } });
  });
  return c;
}
const pages: [string, string, ((p: any) => Promise<void>)?][] = [
  ['overview', '/'], ['keys', '/keys'], ['connect', '/connect'], ['activity', '/activity'], ['billing', '/billing'],
  ['receipt', '/billing/order_01kbhs3x9mq6d8v0a2c4e6g8j1'], ['account', '/account'], ['missing', '/nope'],
  ['explorer', '/explorer'],
  ...['inspect_domain','discover_competitors','research_keywords','compare_keyword_coverage','inspect_serp','inspect_search_visibility','inspect_keyword','inspect_page'].map((t): [string,string,(p:any)=>Promise<void>] => ['x-'+t, '/explorer/'+t, async (p) => { await p.getByRole('button', { name: 'Run' }).click(); await p.getByRole('heading', { name: 'Answer' }).waitFor({ timeout: 20000 }).catch(() => {}); await p.waitForTimeout(300); }]),
  ['create-key', '/keys', async (p) => { await p.getByRole('button', { name: 'Create key' }).first().click(); await p.waitForTimeout(300); }],
  ['call-detail', '/activity', async (p) => { await p.locator('tbody tr').first().click(); await p.waitForTimeout(400); }],
];
for (const [scheme, width] of [['light', 1360], ['dark', 1360], ['light', 390], ['dark', 390]] as const) {
  const c = await ctx(scheme, width);
  for (const [name, path, act] of pages) {
    const id = `${name}-${scheme}-${width}`;
    if (only && !only.some((o) => id.includes(o))) continue;
    const p = await c.newPage();
    p.on('console', (m) => { if (m.type() === 'error' || m.text().includes('Content Security')) console.log(id, 'console:', m.text().slice(0, 300)); });
    p.on('pageerror', (e) => console.log(id, 'pageerror', e.message));
    await p.goto(base + path, { waitUntil: 'networkidle' });
    if (act) await act(p);
    await p.screenshot({ path: `/tmp/shots/${id}.png`, fullPage: !name.includes('key') || name.startsWith('x-') || name === 'keys' });
    const w = await p.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (w > 0) console.log(id, 'overflows by', w);
    await p.close();
  }
  await c.close();
  const out = await ctx(scheme, width, false);
  for (const n of ['signin', 'code']) {
    if (only && !only.some((o) => `${n}-${scheme}-${width}`.includes(o))) continue;
    const p = await out.newPage();
    await p.goto(base + '/', { waitUntil: 'networkidle' });
    if (n === 'code') { await p.getByLabel('Email address').fill('maya@northwind.example'); await p.getByRole('button', { name: 'Continue' }).click(); await p.waitForTimeout(400); }
    await p.screenshot({ path: `/tmp/shots/${n}-${scheme}-${width}.png` });
    await p.close();
  }
  await out.close();
}
await browser.close();
