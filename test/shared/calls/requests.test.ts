import { lambdaContext } from '#test/support/gateway-event.ts';
import {
  exampleCall,
  indexTools,
  type MeteredWorld,
  startMeteredWorld,
} from '#test/support/service/metered-world.ts';
import { followRequests } from '#test/support/stores/request-chain.ts';

describe('a paid call that the stored index answers', () => {
  let world: MeteredWorld;
  beforeAll(async () => {
    world = await startMeteredWorld();
  });
  afterAll(() => world.stop());

  it.each(indexTools)('waits for at most five requests one after another (%s)', async (tool) => {
    const followed = followRequests(world);
    const handler = world.handlersOn(followed.documents, followed.objects)(tool);
    const key = await world.openKey();
    const call = async () => {
      const { value, chain } = await followed.during(() => handler(exampleCall(tool, key), lambdaContext));
      expect(value.statusCode).toBe(200);
      return chain;
    };
    // The first call of a key in a process learns which account it belongs to.
    expect((await call()).length).toBeLessThanOrEqual(6);
    // A busy machine can only make a chain seem longer than it is.
    const chains = [await call(), await call(), await call()];
    const shortest = chains.reduce((one, other) => (other.length < one.length ? other : one));
    expect(shortest.slice(5)).toEqual([]);
    followed.documents.destroy();
  });
});
