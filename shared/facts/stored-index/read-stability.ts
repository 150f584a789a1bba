import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { stabilityKey } from './items/keys.ts';
import { type AgeGroup, noStability, unpackStability } from './items/stability.ts';

/** How well stored places hold, by their age, the youngest first. */
export async function readStability(
  documents: DynamoDBDocumentClient,
  table: string,
): Promise<readonly AgeGroup[]> {
  const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { ...stabilityKey } }));
  return Item ? unpackStability(Item.d) : noStability;
}
