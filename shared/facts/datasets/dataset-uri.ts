import { ServiceError } from '#shared/platform/errors.ts';

/** What a dataset URI names. */
interface DatasetName {
  readonly name: string;
  readonly id: string;
}

const pattern = /^oriel:\/\/dataset\/(?<name>[a-z0-9][a-z0-9-]{0,99})\/(?<id>ds_[0-9a-z]{26})$/u;

/** `oriel://dataset/<name>/<id>`: the name is for readers, the id is the key. About 60 characters. */
export function datasetUri({ name, id }: DatasetName): string {
  return `oriel://dataset/${name}/${id}`;
}

/** The name and id in a URI, or `invalid_dataset_uri` where it is not one of ours. */
export function parseDatasetUri(uri: string): DatasetName {
  const { name, id } = pattern.exec(uri)?.groups ?? {};
  if (name === undefined || id === undefined)
    throw new ServiceError(
      'invalid_dataset_uri',
      'Send the `uri` of a `resources` entry of an earlier answer, as it stands there.',
      {
        faults: [
          {
            pointer: '/uri',
            loc: ['body', 'uri'],
            type: 'dataset_uri',
            message: 'Expected oriel://dataset/<name>/<id>.',
          },
        ],
      },
    );
  return { name, id };
}
