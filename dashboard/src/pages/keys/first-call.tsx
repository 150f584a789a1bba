import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { LoadingBox } from '../../parts/states.tsx';
import { firstCall } from '../../snippets.ts';

interface FirstCallProps {
  /** A variable of the shell stands for it where it is left out. */
  readonly apiKey?: string;
}

/** A command that calls the first tool with its example. */
export function FirstCall({ apiKey }: FirstCallProps) {
  const { data } = useQuery(queries.capabilities);
  const [tool] = data?.data.tools ?? [];
  if (!tool) return <LoadingBox height={118} />;
  return <CodeBlock code={firstCall(location.origin, tool, apiKey)} label="command" />;
}
