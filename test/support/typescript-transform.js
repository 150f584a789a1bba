import { transformSync } from 'esbuild';

/** Strips types for Jest; type errors are the compiler's job. */
export default {
  process(source, path) {
    return transformSync(source, {
      loader: 'ts',
      format: 'esm',
      target: 'node24',
      sourcefile: path,
      sourcemap: 'inline',
    });
  },
};
