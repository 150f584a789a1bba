import { duringTests } from '#test/support/during-tests.ts';
import { startDeployedService } from './support/deployed-service.ts';
import { sendTexts } from './support/transformed-texts.ts';

const machine = 'oriel-dev-index-transform';

/** The state machine as it is deployed: its own definition in front of the deployed function. */
describe('the deployed transform of an index', () => {
  const service = duringTests(() => startDeployedService());

  it('makes the items that one process makes, by what the roles of machine and function allow', async () => {
    const { input, wanted, lines } = await sendTexts(service);
    await service.running.execute(machine, input);
    expect(await lines()).toEqual(wanted);
    expect(service.running.permissions.denied).toEqual([]);
  });

  it.each([
    ['CallSteps', 'lambda:InvokeFunction'],
    ['StartParts', 'states:StartExecution'],
  ])('needs what its role allows: without %s an execution fails', async (sid, action) => {
    const { permissions } = service.running;
    const grant = { functionName: machine, sid, action };
    permissions.withhold(grant);
    const { input } = await sendTexts(service);
    await expect(service.running.execute(machine, input)).rejects.toThrow(/may not|does not allow/u);
    permissions.giveBack(grant);
  });

  it('fails where its plan is gone, and says what to do', async () => {
    const { input } = await sendTexts(service);
    await expect(service.running.execute(machine, { ...input, plan: '0123456789abcdef' })).rejects.toThrow(
      'Name the files of the build again',
    );
  });
});
