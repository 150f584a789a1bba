import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { CheckIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Link } from '../../router.tsx';
import classes from './next-steps.module.css';

/** Leads a new account to its first answer; gone when all is done. */
export function NextSteps() {
  const credentials = useQuery(queries.credentials);
  const connections = useQuery(queries.connections);
  const firstCall = useQuery(queries.usagePage({ tool: '*', limit: '1' }));
  if (!(credentials.data && firstCall.data)) return null;
  const hasKey = credentials.data.some((credential) => credential.is_active);
  const hasCalled = firstCall.data.records.length > 0;
  const hasAgent = connections.data?.some((connection) => connection.is_active) ?? false;
  if (hasCalled && (hasKey || hasAgent)) return null;
  return (
    <Section title="Get to your first answer" lead="Three steps, about two minutes.">
      <ol className={classes.steps}>
        <Step
          isDone={hasCalled}
          title="Try a tool here"
          text="Pick a tool, see its price, and look at a real answer."
          href="/explorer"
          action="Open the explorer"
        />
        <Step
          isDone={hasKey}
          title="Create an API key"
          text="You get the key and a command that works with it."
          href="/keys#new"
          action="Create a key"
        />
        <Step
          isDone={hasAgent}
          title="Connect an agent"
          text="Claude, ChatGPT, Cursor and others sign in by themselves. Nothing to copy."
          href="/connect"
          action="See how"
        />
      </ol>
    </Section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly action: string;
}

function Step({ isDone, title, text, href, action }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {isDone ? <CheckIcon size={14} /> : null}
      </span>
      <div>
        <Text fw={600} size="sm">
          {title}
          {isDone ? <span className="visually-hidden"> (done)</span> : null}
        </Text>
        <Text size="sm" c="dimmed" mb="sm">
          {text}
        </Text>
        {isDone ? null : (
          <Button component={Link} href={href} size="xs" variant="light">
            {action}
          </Button>
        )}
      </div>
    </li>
  );
}
