/** Names of files that may hold something to import, in a folder or an archive. */
export const readableNames = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/iu;
