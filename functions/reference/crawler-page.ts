import { keyDirectoryPath } from '#shared/contract/function-contract.ts';
import { signatureAgent } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { Page } from './page-frame.ts';

/** For site owners who look up the user agent in their log. */
export function crawlerPage(baseUrl: string): Page {
  const agent = signatureAgent(baseUrl);
  const lines = [
    '# The crawler',
    '',
    '`OrielBot` reads pages of a site when one of our users asks for an audit of it, or when an agent names a metadata document of its own. It does not roam.',
    '',
    '- **Robots.** It obeys robots.txt by RFC 9309 under the token `OrielBot`. The home page, which the user named, is read in any case; nothing else that is disallowed is.',
    '- **Load.** An audit reads at most 20 pages and a few sitemaps, two at a time, and heeds `Crawl-delay`.',
    '- **Scripts.** It runs none, sends no cookies and fills in no forms.',
    '- **Keeping out.** To close a site to it:',
    '',
    '```',
    'User-agent: OrielBot',
    'Disallow: /',
    '```',
    '',
    '## Signed requests',
    '',
    ...(agent === undefined ? unsigned : signed(agent)),
  ];
  return { name: 'crawler', title: 'The crawler', markdown: `${lines.join('\n')}\n` };
}

const unsigned = [
  'A service at a public https address signs the requests of its audits, so that sites can tell them from others under the same name. This one has no such address and does not sign.',
];

const signed = (agent: string) => [
  'Anybody can send the name `OrielBot`. To tell our crawler from others, check the signature: every request of an audit carries one, by HTTP Message Signatures (RFC 9421) in the profile of Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol), with Ed25519.',
  '',
  '| Header | Holds |',
  '|---|---|',
  `| \`Signature-Agent\` | \`sig1="${agent}"\`: where the keys are |`,
  '| `Signature-Input` | what is signed: `@method`, `@authority`, `@path` and `Signature-Agent`, with `created`, `expires` a minute later, `keyid`, a `nonce` and `tag="web-bot-auth"` |',
  '| `Signature` | the signature |',
  '',
  'To check one:',
  '',
  `1. Read \`Signature-Agent\`. Only \`${agent}\` is this service.`,
  `2. Fetch \`${agent}${keyDirectoryPath}\`, a JSON Web Key Set, and keep it for an hour. The response is signed with each of its keys.`,
  '3. Take the key whose `kid` is the `keyid` of `Signature-Input`; it is the RFC 7638 thumbprint of the key.',
  '4. Rebuild the signature base by RFC 9421, section 2.5, verify it, and refuse what is past `expires`.',
  '',
  'Libraries and some content networks do all of this. In TypeScript, with [`http-message-sig`](https://www.npmjs.com/package/http-message-sig):',
  '',
  '```ts',
  "import { verifySignature, webcrypto } from 'http-message-sig';",
  '',
  `const agent = '${agent}';`,
  `const directory = await (await fetch(\`\${agent}${keyDirectoryPath}\`)).json();`,
  '',
  '// Throws unless the request is signed with one of the keys.',
  'await verifySignature(request, {',
  '  policy: {',
  "    algorithms: ['ed25519'],",
  "    requiredComponents: ['@authority', { name: 'signature-agent', parameters: { key: 'sig1' } }],",
  "    requiredParameters: ['created', 'expires', 'keyid', 'tag'],",
  "    validate: ({ parameters }) => parameters.tag === 'web-bot-auth',",
  '  },',
  '  resolveVerifier: async ({ parameters }) => {',
  '    const jwk = directory.keys.find(({ kid }) => kid === parameters.keyid);',
  "    return webcrypto.verifier(await crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['verify']));",
  '  },',
  '});',
  '```',
  '',
  'Keys change every 30 days. The next one is in the directory before it signs, and the last one stays for as long after.',
];
