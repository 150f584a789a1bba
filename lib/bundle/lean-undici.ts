import type { Plugin } from 'esbuild';

/**
 * The three things that `shared/site-audit/fetch` takes from undici, from the modules that
 * hold them. The package's own entry brings its `fetch`, mocks, caches and
 * proxies as well: it is CommonJS, so that tree shaking cannot remove any of it.
 */
const entry = `
  const apiRequest = require('undici/lib/api/api-request.js');
  exports.Agent = require('undici/lib/dispatcher/agent.js');
  exports.buildConnector = require('undici/lib/core/connect.js');
  exports.request = (url, { dispatcher, ...options }) =>
    apiRequest.call(dispatcher, { ...options, origin: url.origin, path: url.pathname + url.search });
`;

/** Modules that the three reach and never run here. */
const replaced: readonly { readonly path: RegExp; readonly why: string; readonly contents: string }[] = [
  {
    path: /undici\/lib\/llhttp\/llhttp-wasm\.js$/,
    why: 'The parser for processors without SIMD; Lambda has none.',
    contents: `module.exports = require('./llhttp_simd-wasm.js');`,
  },
  {
    path: /undici\/lib\/dispatcher\/client-h2\.js$/,
    why: 'The connector allows HTTP/1.1 only.',
    contents: `module.exports = () => { throw new Error('HTTP/2 is left out.'); };`,
  },
  {
    path: /undici\/lib\/web\/fetch\/formdata\.js$/,
    why: 'Forms are not sent, and looked for only where a request has a body.',
    contents: '',
  },
  {
    path: /undici\/lib\/web\/webidl\/index\.js$/,
    why: 'As above.',
    contents: 'exports.webidl = { is: { FormData: () => false } };',
  },
  {
    path: /undici\/lib\/web\/fetch\/body\.js$/,
    why: 'Bodies of `fetch`; public sites are only read.',
    contents: `exports.extractBody = () => { throw new Error('Bodies are left out.'); };`,
  },
];

/** Leaves out of a bundle what undici carries beside a plain HTTP/1.1 client: 500 kB of 730. */
export function leanUndici(): Plugin {
  return {
    name: 'lean-undici',
    setup(build) {
      // As Node.js builds its own copy: without the second, experimental parser.
      build.initialOptions.define = { ...build.initialOptions.define, esbuildDetection: '1' };
      build.onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({
        path: 'undici',
        namespace: 'lean-undici',
        pluginData: resolveDir,
      }));
      build.onLoad({ filter: /.*/, namespace: 'lean-undici' }, ({ pluginData }) => ({
        contents: entry,
        loader: 'js',
        resolveDir: String(pluginData),
      }));
      build.onLoad({ filter: /undici\/lib\/.*\.js$/ }, ({ path }) => {
        const replacement = replaced.find((candidate) => candidate.path.test(path));
        return replacement && { contents: replacement.contents, loader: 'js' };
      });
    },
  };
}
