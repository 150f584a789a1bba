/**
 * A person with a browser of their own who signs in and allows what an agent
 * asks for, with the code that is mailed or the one that they have.
 */
export function consentingPerson(baseUrl: string, email: string, code?: string) {
  const jar = new Map<string, string>();

  async function send(url: string, form?: Record<string, string>, json?: string): Promise<Response> {
    const response = await fetch(new URL(url, baseUrl), {
      method: form || json ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { origin: baseUrl, 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json && { origin: baseUrl, 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      ...(json && { body: json }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  const postSession = (path: string, body: object) =>
    send(`/session/${path}`, undefined, JSON.stringify(body)).then((response) => response.json());

  /** As the dashboard's sign-in page does. */
  async function signIn(): Promise<void> {
    const { sign_in_id } = (await postSession('code', { email })) as { sign_in_id: string };
    await postSession('verify', { sign_in_id, code: code ?? (await readCode()) });
  }

  async function readCode(): Promise<string> {
    const mails = await fetch(`${baseUrl}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const [newest] = ((await mails.json()) as { to: string; subject: string }[]).filter(
      ({ to }) => to === email,
    );
    return /^\d{6}/u.exec(newest?.subject ?? '')?.[0] ?? '';
  }

  return {
    /** Goes through sign-in and consent; returns what the agent's callback receives. */
    async approve(authorizationUrl: string): Promise<URLSearchParams> {
      const page = (await send(authorizationUrl)).headers.get('location') ?? '';
      const first = await send(page);
      if (first.status === 303) await signIn();
      const html = await (first.status === 303 ? await send(page) : first).text();
      const allowed = await send(page, { step: 'allow', account_id: field(html, 'account_id') });
      const done = await send(allowed.headers.get('location') ?? '');
      return new URL(done.headers.get('location') ?? '').searchParams;
    },
  };
}

function field(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`, 'u').exec(html)?.[1] ?? '';
}

/** What the official clients ask of an application: to keep things, and to send its person away. */
export function memoryAuthProvider(redirectUrl = 'http://127.0.0.1:33999/callback') {
  const kept: Record<string, unknown> = {};
  return {
    kept,
    get authorizationUrl() {
      return String(kept.authorizationUrl);
    },
    redirectUrl,
    clientMetadata: {
      client_name: 'Official client',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.authorizationUrl = url.href;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
    saveDiscoveryState: (state: unknown) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery as never,
  };
}
