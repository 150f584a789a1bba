import type { FindIntent } from './intent-model.ts';

let loading: Promise<FindIntent> | undefined;

/** The finder of intents, which few calls need: its code and its weights are loaded once, by the first of them. */
export function loadIntents(): Promise<FindIntent> {
  loading ??= Promise.all([
    import('./intent-model.ts'),
    import('./intent-weights.json', { with: { type: 'json' } }),
  ]).then(([{ createIntentModel, intentFinder }, { default: packed }]) =>
    intentFinder(createIntentModel(packed)),
  );
  return loading;
}
