import { expectAccessible } from './accessible.ts';
import { keptViews } from './views.ts';

expectAccessible(keptViews);
