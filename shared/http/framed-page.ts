interface FramedPage {
  readonly title: string;
  readonly body: string;
  /** Markup around the mark and the name, where they lead somewhere. */
  readonly brand?: (mark: string) => string;
  readonly style?: string;
  readonly head?: string;
}

export function framedPage({
  title,
  body,
  brand = (mark) => mark,
  style = pageStyle,
  head = '',
}: FramedPage): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${style}</style></head>
<body><main><div class="brand">${brand(`${brandMark}Oriel`)}</div>
${body}
</main></body>
</html>
`;
}

/**
 * The look of pages that the service writes itself: consent, the test
 * checkout. The colors and shapes of the dashboard (`dashboard/src/theme.ts`)
 * without its scripts.
 */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#f7f9f8;--card:#fff;--line:#e1e7e5;--text:#16201e;--dim:#55625e;--accent:#0d7d6c;--link:#0b6659;--note:#fff6d8}
@media (prefers-color-scheme:dark){:root{--bg:#101514;--card:#161c1b;--line:#28312f;--text:#dfe5e3;--dim:#9aa7a4;--link:#6fd0ba;--note:#2b2614}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:32px}
h1{margin:0 0 12px;font-size:1.4rem;line-height:1.25;letter-spacing:-.015em}
p{margin:0 0 12px}ul{margin:0 0 12px;padding-left:20px}li{margin:4px 0}
a{color:var(--link)}
dl{margin:20px 0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--dim)}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
form{display:grid;gap:10px}
label{font-weight:550}
input{font:inherit;width:100%;padding:10px 12px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:inherit}
fieldset{margin:0 0 8px;padding:12px 16px;border:1px solid var(--line);border-radius:10px;display:grid;gap:8px}
legend{padding:0 6px;color:var(--dim)}
.choice{display:flex;align-items:center;gap:8px;font-weight:400}
input[type=radio]{width:auto;margin:0;accent-color:var(--accent)}
form+p{margin:16px 0 0}
button{font:inherit;font-weight:550;padding:11px 16px;border:1px solid var(--line);border-radius:10px;background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:#fff}
button:focus-visible,a:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.brand{display:flex;align-items:center;gap:10px;margin-bottom:24px;font-weight:650}
.notice{padding:10px 14px;border-radius:10px;border:1px solid var(--line);background:var(--note)}
.muted{color:var(--dim)}.center{text-align:center;margin-top:16px}.amount{font-size:2rem;margin-bottom:0}
.test{margin:24px 0 0;padding-top:16px;border-top:1px dashed var(--line);color:var(--dim);font-size:13px}
`;

/** The mark of the dashboard, as markup: what a page may load is no question then. */
export const brandMark =
  '<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0d7d6c"/>' +
  '<path d="M8.5 23V13.5a7.5 7.5 0 0 1 15 0V23M16 6.5V23M8.5 15h15M6.5 24h19" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>';

/** Text that HTML shows as it is, within elements and within quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
