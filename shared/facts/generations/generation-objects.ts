/** Where a generation's items lie in the bucket, as DynamoDB imports them. */
export const objectsOf = (generation: string): string => `index-imports/${generation}/`;
