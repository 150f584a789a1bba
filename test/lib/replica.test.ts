import { everything } from './support/stages.ts';
import { synthesize } from './support/synthesize.ts';

const replicasOf = (context: Record<string, string>) =>
  Object.fromEntries(
    synthesize(context)
      .data.ofType('AWS::SecretsManager::Secret')
      .map(({ Properties }) => [Properties.Name, Properties.ReplicaRegions]),
  );

describe('the seeds that every key depends on', () => {
  it('have a replica in the region that the stage names, and no other secret has', () => {
    const replica = [{ Region: everything.replicaRegion }];
    expect(replicasOf({ stage: 'prod', ...everything })).toEqual({
      'oriel/prod/service': replica,
      'oriel/prod/signing': replica,
      'oriel/prod/upstream': undefined,
      'oriel/prod/stripe': undefined,
      'oriel/prod/canary': undefined,
    });
  });

  it('have none where no region is named, and a name that is no region stops the synthesis', () => {
    expect(Object.values(replicasOf({ stage: 'third' }))).toEqual(Array(5).fill(undefined));
    expect(() => synthesize({ replicaRegion: 'Frankfurt' })).toThrow('It is no region.');
  });
});
