import { expectAccessible } from './accessible.ts';
import { pageViews } from './views.ts';

expectAccessible(pageViews);
