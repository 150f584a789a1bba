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

const shownDeltas = 8;

/** What changed since this account asked the same before. */
export function Deltas({ deltas }: Pick<Envelope, 'deltas'>) {
  const [first] = deltas;
  if (!first) return null;
  return (
    <div>
      <Hint mb={6}>Changed since you last asked, {ago(first.previous_observed_at)}</Hint>
      <Group gap="xs">
        {deltas.slice(0, shownDeltas).map(({ subject: { kind, id }, field, previous, current }) => (
          <span key={`${kind} ${id} ${field}`} className={classes.delta}>
            {/* Domains and addresses as people write them; keywords as they are. */}
            <bdi>{readableAddress(id).replace(/^https?:\/\//u, '')}</bdi> {words(field).toLowerCase()}{' '}
            <b>
              {valueText(previous)} → {valueText(current)}
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

function valueText(value: string | number | boolean | null): string {
  return typeof value === 'number' ? number(value) : String(value ?? unknown);
}

interface NextActionsProps {
  readonly envelope: Envelope;
  readonly tools: readonly ToolEntry[];
}

/** Calls that follow from this answer, filled in. */
export function NextActions({ envelope, tools }: NextActionsProps) {
  const titles = new Map<string, string>(tools.map(({ name, title }) => [name, title]));
  const actions = envelope.next_actions.filter(({ tool }) => titles.has(tool));
  if (actions.length === 0) return null;
  return (
    <div data-screen>
      <Text fw={600} mb="xs">
        Next steps
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
        {actions.map(({ tool, args, credits: price, use_when: reason }) => (
          <Link
            key={`${tool} ${JSON.stringify(args)}`}
            href={explorerLink(tool, args)}
            className={classes.follow}
          >
            <ArrowIcon size={16} />
            <span>
              <Text fw={550} span>
                {titles.get(tool)}{' '}
                <Note fw={400} span>
                  {price === 0 ? 'Free' : credits(price)}
                </Note>
              </Text>
              <Note component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
                {plainText(reason)}
              </Note>
            </span>
          </Link>
        ))}
      </SimpleGrid>
    </div>
  );
}
