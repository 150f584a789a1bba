/** Everything that may be asked for at a deployment. */
export const everything = {
  alarmEmail: 'ops@oriel.example',
  mailFrom: 'hello@oriel.example',
  mailDomain: 'make',
  domainName: 'api.oriel.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/c0ffee',
  upstreamConcurrency: '5',
  replicaRegion: 'eu-north-1',
  backupVaultArn: 'arn:aws:backup:eu-north-1:111122223333:backup-vault:oriel',
};

/** What a stage is made from. */
export interface StageInput {
  readonly context: Readonly<Record<string, string>>;
  /** Whether the files of a dashboard are deployed with it. */
  readonly withDashboard?: boolean;
  /** Whether there is no stack but the one with the data. */
  readonly dataAlone?: boolean;
}

/** The stages that tests read: written together, each after the first takes a quarter of the time that it takes alone. */
export const readStages: readonly StageInput[] = [
  { context: {} },
  { context: {}, dataAlone: true },
  { context: { stage: 'dev' } },
  { context: { stage: 'prod' } },
  { context: { stage: 'third' } },
  ...['dev', 'prod', 'staging'].map((stage) => ({ context: { stage, ...everything } })),
  ...['1', '2', '3'].map((originSecret) => ({ context: { stage: 'dev', originSecret } })),
  { context: { domainName: everything.domainName, certificateArn: everything.certificateArn } },
  { context: { stage: 'prod', rollout: 'at-once' }, withDashboard: true },
  { context: { stage: 'prod', gradualDeployment: 'false', keepData: 'false' } },
  { context: { stage: 'staging', ...everything, gradualDeployment: 'true' } },
];
