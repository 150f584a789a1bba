import type { Json } from './assembly.ts';

type OfType = (type: string) => readonly { readonly id: string; readonly properties: Json }[];

/** What the gateway may call: functions, and aliases as `function:alias`. */
type GatewayTargets = ReadonlySet<string>;

/**
 * An alias leads to a published version of its own function (Lambda, "Create an alias"), and a permission for a function is
 * none for its alias ("Resource-based policies": each has a policy of its own).
 */
export function gatewayTargets(ofType: OfType, resolve: (value: Json) => Json): GatewayTargets {
  const versions = new Map(
    ofType('AWS::Lambda::Version').map(({ id, properties }) => [id, resolve(properties.FunctionName)]),
  );
  for (const { id, properties } of ofType('AWS::Lambda::Alias')) {
    const [version] = properties.FunctionVersion['Fn::GetAtt'] ?? [];
    if (versions.get(version) !== resolve(properties.FunctionName))
      throw new Error(`The alias ${id} leads to no version of its function.`);
  }
  const permitted = ofType('AWS::Lambda::Permission')
    .map(({ properties }) => properties)
    .filter(
      ({ Action, Principal }) =>
        Action === 'lambda:InvokeFunction' && Principal === 'apigateway.amazonaws.com',
    )
    .map(({ FunctionName }) => String(resolve(FunctionName)));
  return new Set(permitted.map(targetOf));
}

/** Of an ARN, or of a name that stands for one. */
function targetOf(arn: string): string {
  return arn.split(':function:').at(-1) ?? arn;
}

/**
 * Which function answers and how. Mode and address must agree, and the function
 * must let the gateway call it at that very address, or the real gateway would answer 500.
 */
export function integrationOf(
  { Uri, ResponseTransferMode }: Json,
  targets: GatewayTargets,
): { functionName: string; streams: boolean } {
  const { arn = '', action } =
    /(?<arn>arn:aws:lambda:[\w:-]+)\/(?<action>[\w-]+)$/u.exec(Uri)?.groups ?? ({} as Record<string, string>);
  const streams = action === 'response-streaming-invocations';
  if (streams !== (ResponseTransferMode === 'STREAM'))
    throw new Error(`${Uri} does not fit the transfer mode ${ResponseTransferMode}.`);
  const target = targetOf(arn);
  if (!targets.has(target)) throw new Error(`The gateway may not call ${target}.`);
  return { functionName: target.replace(/:.*$/u, ''), streams };
}
