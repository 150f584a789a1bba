import { Button, Group, SimpleGrid, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { updateOwnSite } from '../../api/client.ts';
import type { OwnSite } from '../../api/schema.ts';
import { useChange } from '../../api/use-change.ts';
import { number } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Hint, Note } from '../../parts/text.tsx';

interface SiteNamesProps {
  readonly site: OwnSite;
  readonly onClose: () => void;
}

/** Names of the site and of others: what is saved changes the curve and the list of what to do at once. */
export function SiteNames({ site, onClose }: SiteNamesProps) {
  const [own, setOwn] = useState(site.own_names);
  const [other, setOther] = useState(site.other_names);
  const save = useChange(
    (names: Parameters<typeof updateOwnSite>[1]) => updateOwnSite(site.site, names),
    'own-site',
    'imports',
  );
  const { found_names: found, brand } = site;
  const isChanged = own.join() !== site.own_names.join() || other.join() !== site.other_names.join();
  const isAsFound =
    site.own_names.join() === found.own_names.join() && site.other_names.join() === found.other_names.join();
  return (
    <Dialog title="Names" size="lg" onClose={onClose}>
      <Hint mb="sm">
        Branded clicks: {number(brand.clicks)}, {number(brand.queries)} queries. Estimates leave them out.
      </Hint>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TagsInput
          label="Your names"
          description="Queries that contain one of these are branded, even if misspelled."
          value={own}
          onChange={setOwn}
          acceptValueOnBlur
          maxTags={100}
        />
        <TagsInput
          label="Other names"
          description="Names of other brands. Queries with them get no suggestions."
          value={other}
          onChange={setOther}
          acceptValueOnBlur
          maxTags={100}
        />
      </SimpleGrid>
      <ErrorState error={save.error} />
      <Group mt="sm" gap="sm">
        <Button
          size="xs"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate({ own_names: own, other_names: other })}
        >
          Save names
        </Button>
        {isAsFound ? (
          <Note>Found in your queries.</Note>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={save.isPending}
            onClick={() => save.mutate({ own_names: null, other_names: null })}
          >
            Use the names we found
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
