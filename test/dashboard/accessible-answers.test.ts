import { expectAccessible } from './accessible.ts';
import { answerViews } from './views.ts';

expectAccessible(answerViews);
