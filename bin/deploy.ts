import { createServiceApp } from '#lib/service-app.ts';

const app = await createServiceApp();
app.synth();
