import { Group, SimpleGrid, Text } from '@mantine/core';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ago, credits, number, unknown, words } from '../../format.ts';
import { ArrowIcon } from '../../parts/icons.tsx';
import { Hint, Note } from '../../parts/text.tsx';
import { plainText } from '../../plain-text.ts';
import { readableAddress } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';
import classes from './follow-ups.module.css';

interface EnvelopeProps {
  readonly envelope: Envelope;
}

const shownDeltas = 8;

/** What changed since this account asked the same before. */
export function Deltas({ envelope }: EnvelopeProps) {
  const { deltas } = envelope;
  const [first] = deltas;
  if (!first) return null;
  return (
    <div>
      <Hint mb={6}>Changed since you last asked, {ago(first.previous_observed_at)}</Hint>
      <Group gap="xs">
        {deltas.slice(0, shownDeltas).map((delta) => (
          <span key={`${delta.subject.kind} ${delta.subject.id} ${delta.field}`} className={classes.delta}>
            <bdi>{subjectText(delta.subject.id)}</bdi> {words(delta.field).toLowerCase()}{' '}
            <b>
              {valueText(delta.previous)} → {valueText(delta.current)}
            </b>
          </span>
        ))}
        {deltas.length > shownDeltas ? (
          <Note>and {number(deltas.length - shownDeltas)} more in the JSON</Note>
        ) : null}
      </Group>
    </div>
  );
}

/** Domains and addresses as people write them; keywords as they are. */
function subjectText(id: string): string {
  return readableAddress(id).replace(/^https?:\/\//u, '');
}

function valueText(value: string | number | boolean | null): string {
  return typeof value === 'number' ? number(value) : String(value ?? unknown);
}

/** Calls that follow from this answer, filled in. */
export function NextActions({ envelope, tools }: EnvelopeProps & { readonly tools: readonly ToolEntry[] }) {
  const actions = envelope.next_actions.filter(({ tool }) => tools.some(({ name }) => name === tool));
  if (actions.length === 0) return null;
  return (
    <div>
      <Text fw={600} mb="xs">
        Next steps
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
        {actions.map((action) => (
          <Link
            key={`${action.tool} ${JSON.stringify(action.args)}`}
            href={explorerLink(action.tool, action.args)}
            className={classes.follow}
          >
            <ArrowIcon size={16} />
            <span>
              <Text fw={550} span>
                {tools.find(({ name }) => name === action.tool)?.title}
                <Note fw={400} span>
                  {' '}
                  {action.credits === 0 ? 'Free' : credits(action.credits)}
                </Note>
              </Text>
              <Note component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
                {plainText(action.use_when)}
              </Note>
            </span>
          </Link>
        ))}
      </SimpleGrid>
    </div>
  );
}
