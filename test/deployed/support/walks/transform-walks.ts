import { sendTexts } from '../transformed-texts.ts';
import { step, type Walk } from './walk.ts';

/** What the state machine calls for each part of a new index. */
export const transformWalk: Walk = {
  name: 'transform-step',
  steps: [
    step('turns texts into the objects of a generation, part by part', async (service) => {
      const { input, wanted, lines } = await sendTexts(service);
      await service.running.execute('oriel-dev-index-transform', input);
      if (JSON.stringify(await lines()) !== JSON.stringify(wanted))
        throw new Error('The items are not those of one process.');
    }),
  ],
};
