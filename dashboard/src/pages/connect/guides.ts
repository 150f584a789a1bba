/** How to add a remote MCP server to one client. */
export interface ClientGuide {
  readonly id: string;
  readonly name: string;
  /** A link that opens the client with everything filled in, where it has one. */
  readonly install?: { readonly label: string; readonly href: string };
  readonly steps: readonly string[];
  readonly code?: string;
  readonly docs?: string;
}

/** Name under which the server shows in clients. */
const serverName = 'oriel';

/** Guides for the common clients, as their own documentation describes it. */
export function guidesFor(mcpUrl: string): readonly ClientGuide[] {
  return [
    {
      id: 'claude',
      name: 'Claude',
      steps: [
        'Open Settings → Connectors and choose “Add custom connector”.',
        `Name it Oriel and paste the server address ${mcpUrl}.`,
        'Press Connect, sign in here, and allow the access.',
      ],
    },
    {
      id: 'claude-code',
      name: 'Claude Code',
      steps: ['Run the command in a terminal.', 'In Claude Code type /mcp, choose oriel, and sign in.'],
      code: `claude mcp add --transport http ${serverName} ${mcpUrl}`,
    },
    {
      id: 'chatgpt',
      name: 'ChatGPT',
      steps: [
        'Open Settings → Apps & Connectors → Advanced settings and turn developer mode on.',
        'Choose Create, name it Oriel, paste the server address, and select OAuth.',
        'Press Create, sign in here, and allow the access.',
      ],
    },
    {
      id: 'cursor',
      name: 'Cursor',
      install: { label: 'Add to Cursor', href: cursorLink(mcpUrl) },
      steps: ['Add the server to ~/.cursor/mcp.json.', 'In Settings → MCP press “Needs login” and sign in.'],
      code: pretty({ mcpServers: { [serverName]: { url: mcpUrl } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      install: { label: 'Add to VS Code', href: vsCodeLink(mcpUrl) },
      steps: ['Add the server to .vscode/mcp.json.', 'Press Start above it and sign in.'],
      code: pretty({ servers: { [serverName]: { type: 'http', url: mcpUrl } } }),
    },
    {
      id: 'codex',
      name: 'Codex',
      steps: ['Run the two commands in a terminal; the second opens this site to sign in.'],
      code: `codex mcp add ${serverName} --url ${mcpUrl}\ncodex mcp login ${serverName}`,
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      steps: ['Run the command in a terminal.', 'In Gemini CLI type /mcp auth oriel and sign in.'],
      code: `gemini mcp add --transport http ${serverName} ${mcpUrl}`,
    },
  ];
}

function cursorLink(mcpUrl: string): string {
  const config = encodeURIComponent(btoa(JSON.stringify({ url: mcpUrl })));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${serverName}&config=${config}`;
}

function vsCodeLink(mcpUrl: string): string {
  const config = { name: serverName, type: 'http', url: mcpUrl };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
