import { Alert, Anchor, Checkbox, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { ConsoleProperty, SearchConsole } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { number } from '../../format.ts';
import { Act, ConfirmButton } from '../../parts/form.tsx';
import { QueryState, Section } from '../../parts/page.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Link, useLocation } from '../../router.tsx';

const outcomes: Readonly<Record<string, string>> = {
  sign_in: 'This browser is not signed in to the account that began the connection. Connect again here.',
  expired: 'The sign-in at Google took too long. Connect again.',
  scope_missing:
    'You did not allow access to Search Console at Google. Connect again and keep the box ticked.',
};

const connect = async () => {
  const { authorize_url: address } = await answered(api.POST('/v1/me/search-console', { body: {} }));
  if (address !== null) location.assign(address);
};

/** Search Console by sign-in: connect, choose properties, see how far they are, disconnect. */
export function SearchConsoleConnection() {
  return (
    <Section title="Search Console" lead="Updated every day. We ask for read access only.">
      <QueryState query={useQuery(queries.searchConsole)}>
        {(data) => (
          <Stack gap="md" align="flex-start">
            <Connection {...data} />
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function Connection({ state, message, properties }: SearchConsole) {
  const isPaused = state === 'paused';
  const isConnected = state === 'connected';
  return (
    <>
      <Outcome isConnected={isConnected} />
      {message ? (
        <Alert color={isPaused ? 'yellow' : 'gray'} variant="light" w="100%">
          {message}
        </Alert>
      ) : null}
      {isPaused || state === 'not_connected' ? (
        <Act act={connect} shownBy={['search-console']}>
          {isPaused ? 'Connect again' : 'Connect Search Console'}
        </Act>
      ) : null}
      {isConnected ? <Properties properties={properties} /> : null}
      {isConnected || isPaused ? <Disconnect /> : null}
    </>
  );
}

/** What came of the sign-in that leads back here. */
function Outcome({ isConnected }: { readonly isConnected: boolean }) {
  const outcome = useLocation().query.get('search_console');
  if (outcome === null || isConnected) return null;
  return (
    <Alert color="yellow" variant="light" role="alert" w="100%">
      {outcomes[outcome] ?? 'The sign-in at Google was not completed. Connect again.'}
    </Alert>
  );
}

function Properties({ properties }: Pick<SearchConsole, 'properties'>) {
  const refresh = useRefresh('search-console', 'imports');
  const [picked, setPicked] = useState<string[]>();
  const chosen = picked ?? properties.filter((each) => each.chosen).map(({ property }) => property);
  const save = async () => {
    await answered(api.POST('/v1/me/search-console/properties', { body: { properties: chosen } }));
    await refresh();
    setPicked(undefined);
  };
  if (properties.length === 0)
    return (
      <Text>This Google account has no property in Search Console. Disconnect and use another one.</Text>
    );
  return (
    <>
      <Checkbox.Group label="Properties to sync" value={chosen} onChange={setPicked}>
        <Stack gap="sm" mt="xs">
          {properties.map((each) => (
            <Property key={each.property} property={each} />
          ))}
        </Stack>
      </Checkbox.Group>
      {picked ? (
        <Act act={save}>
          Sync {chosen.length === 1 ? 'this property' : `these ${chosen.length} properties`}
        </Act>
      ) : null}
    </>
  );
}

function Property({ property: each }: { readonly property: ConsoleProperty }) {
  const isReadable = each.permission !== 'siteUnverifiedUser';
  return (
    <div>
      <Checkbox
        value={each.property}
        disabled={!isReadable}
        label={<bdi>{each.property}</bdi>}
        description={isReadable ? wordsOf(each) : 'This Google account is not verified for it.'}
      />
      {each.chosen && each.last_day ? (
        <Anchor component={Link} href={`/sites/${each.site}`} size="xs" ml={32}>
          See <bdi>{readableDomain(each.site)}</bdi>
        </Anchor>
      ) : null}
      {each.chosen && each.days_left > 0 ? (
        <Progress
          mt={6}
          maw={360}
          value={(each.days_done / (each.days_done + each.days_left)) * 100}
          aria-label={`Days imported of ${each.property}`}
        />
      ) : null}
    </div>
  );
}

function wordsOf({ chosen, days_done, days_left, finds, refused, ...days }: ConsoleProperty): string {
  if (refused) return refused.message;
  const span = days.first_day && days.last_day ? `${days.first_day} to ${days.last_day}` : '';
  if (!chosen) return span ? `Not synced now; kept: ${span}` : 'Not synced';
  if (days_left > 0) return `${number(days_done)} of ${number(days_done + days_left)} days imported`;
  const found = finds
    ? `. Of lasting falls by 30%, ${Math.round(finds.within_7_days * 100)} in 100 are reported within a week`
    : '';
  return span ? `Up to date: ${span}${found}` : 'Google has no data for it yet';
}

function Disconnect() {
  const queryClient = useQueryClient();
  const [keeps, setKeeps] = useState(true);
  const disconnect = async () => {
    const query = { keep_history: keeps ? 'true' : 'false' } as const;
    await answered(api.DELETE('/v1/me/search-console', { params: { query } }));
    await queryClient.invalidateQueries();
  };
  return (
    <ConfirmButton
      label="Disconnect"
      color="gray"
      title="Disconnect Search Console?"
      action="Disconnect"
      onConfirm={disconnect}
    >
      <Text mb="sm">Access is withdrawn at Google, and nothing new comes in.</Text>
      <Checkbox
        label="Keep the history that was synced"
        checked={keeps}
        onChange={(event) => setKeeps(event.currentTarget.checked)}
      />
    </ConfirmButton>
  );
}
