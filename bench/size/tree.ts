import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a wing holds. `generated` lines are counted beside `lines`, `words` are those of Markdown. */
export interface WingSize {
  readonly files: number;
  readonly lines: number;
  readonly generated: number;
  readonly words: number;
}

const wingRoots = [
  'bin',
  'lib',
  'functions',
  'shared',
  'local',
  'clients',
  'dashboard',
  'test',
  'bench',
  'docs',
];
/** Wings that the service is made of; the others serve, describe or test it. */
const sourceRoots = new Set(['bin', 'lib', 'functions', 'shared', 'local']);

const isCode = /\.(?:ts|tsx|mts|mjs|cjs|js|py)$/u;
/** Files that `npm run generate` or a training writes; what `npm run derive` does is not in git. */
const isGenerated =
  /^(?:docs\/reference\/|functions\/reference\/exchanges\.json$|shared\/facts\/intent\/intent-weights\.json$)/u;

/** Sizes by wing, of the files that git knows as they are in the working tree; `shared` is told by its wings. */
export function sizeTree(): Readonly<Record<string, WingSize>> {
  const wings: Record<string, WingSize> = {};
  const empty = { files: 0, lines: 0, generated: 0, words: 0 };
  for (const file of trackedFiles()) {
    const wing = wingOf(file);
    const found = wing === undefined ? undefined : sizeFile(file);
    if (wing === undefined || !found) continue;
    const sum = wings[wing] ?? empty;
    wings[wing] = {
      files: sum.files + found.files,
      lines: sum.lines + found.lines,
      generated: sum.generated + found.generated,
      words: sum.words + found.words,
    };
  }
  const source = Object.entries(wings).filter(([wing]) => sourceRoots.has(wing.split('/')[0] ?? ''));
  const total = (member: keyof WingSize) => source.reduce((sum, [, size]) => sum + size[member], 0);
  const whole = {
    files: total('files'),
    lines: total('lines'),
    generated: total('generated'),
    words: total('words'),
  };
  return { source: whole, ...wings };
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--deduplicate', ...wingRoots], { encoding: 'utf8' });
  const gone = execFileSync('git', ['ls-files', '--deleted', ...wingRoots], { encoding: 'utf8' });
  const deleted = new Set(gone.split('\n'));
  return listed.split('\n').filter((file) => file !== '' && !deleted.has(file));
}

function wingOf(file: string): string | undefined {
  const [root = '', wing = ''] = file.split('/');
  return root === 'shared' ? `shared/${wing}` : root;
}

function sizeFile(file: string): WingSize | undefined {
  const text = () => readFileSync(file, 'utf8');
  if (isGenerated.test(file)) return { files: 0, lines: 0, generated: linesOf(text()), words: 0 };
  if (file.endsWith('.md'))
    return { files: 0, lines: 0, generated: 0, words: text().split(/\s+/u).filter(Boolean).length };
  return isCode.test(file) ? { files: 1, lines: linesOf(text()), generated: 0, words: 0 } : undefined;
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
