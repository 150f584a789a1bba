/** A page with more keywords than this has its totals stored; those of others are added up as they are read. */
export const keywordsOfSmallPage = 50;
