import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';

/** Runs with these variables of the process, and puts back what was there. */
function withVariables<Value>(variables: Record<string, string>, run: () => Value): Value {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return run();
  } finally {
    for (const name of Object.keys(variables))
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
}

const needed = { PUBLIC_BASE_URL: 'https://api.oriel.example' };

describe('the settings of a deployed function', () => {
  it('treat a variable that is empty as one that is not set', () => {
    const empty = {
      DASHBOARD_URL: '',
      MAIL_FROM: '',
      ALARMING_COST_SHARE: '',
      TOOL_PRICES: '',
      NO_CHECKOUT_CLIENTS: '',
      CALLED_FUNCTION: '',
      ORIGIN_SECRET_ARN: '',
      USAGE_TABLE: '',
    };
    const load = (variables: Record<string, string>) =>
      withVariables({ ...needed, ...variables }, () => loadConfig(deployedEnvironment()));
    expect(load(empty)).toEqual(load({}));
  });

  it('are not taken without what every function needs', () => {
    const load = (variables: Record<string, string>) =>
      withVariables({ ...needed, ...variables }, () => loadConfig(deployedEnvironment()));
    expect(() => load({ PUBLIC_BASE_URL: '' })).toThrow();
    expect(() => load({ PUBLIC_BASE_URL: 'not a url' })).toThrow();
  });
});
