/** Source name of the generated sample market, and the `connection_id` of answers from it. */
export const sampleSource = 'sample-market';
