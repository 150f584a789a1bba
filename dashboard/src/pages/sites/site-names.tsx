import { Group, SimpleGrid, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { answered, api, at } from '../../api/client.ts';
import type { OwnSite } from '../../api/schema.ts';
import { number } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Act } from '../../parts/form.tsx';
import { Hint, Note } from '../../parts/text.tsx';

const list = { acceptValueOnBlur: true, maxTags: 100 };
const shownBy = ['own-site', 'imports'];

/** Names of the site and of others: what is saved changes the curve and the list of what to do at once. */
export function SiteNames({ site, onClose }: { readonly site: OwnSite; readonly onClose: () => void }) {
  const { found_names: found, brand, own_names, other_names } = site;
  const [own, setOwn] = useState(own_names);
  const [other, setOther] = useState(other_names);
  const save = (names: Record<'own_names' | 'other_names', string[] | null>) => () =>
    answered(api.PATCH('/v1/me/sites/{site}', { ...at({ site: site.site }), body: names }));
  const isSaved = (ownNames: readonly string[], otherNames: readonly string[]) =>
    ownNames.join() === own_names.join() && otherNames.join() === other_names.join();
  return (
    <Dialog title="Names" size="lg" onClose={onClose}>
      <Hint mb="sm">
        Branded clicks: {number(brand.clicks)}, {number(brand.queries)} queries. Estimates leave them out.
      </Hint>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TagsInput
          {...list}
          label="Your names"
          description="Queries that contain one of these are branded, even if misspelled."
          value={own}
          onChange={setOwn}
        />
        <TagsInput
          {...list}
          label="Other names"
          description="Brands that are not yours. Queries that name them get no suggestions."
          value={other}
          onChange={setOther}
        />
      </SimpleGrid>
      <Group mt="sm" gap="sm">
        <Act
          size="xs"
          disabled={isSaved(own, other)}
          act={save({ own_names: own, other_names: other })}
          shownBy={shownBy}
        >
          Save names
        </Act>
        {isSaved(found.own_names, found.other_names) ? (
          <Note>Found in your queries.</Note>
        ) : (
          <Act
            {...{ size: 'xs', variant: 'subtle', color: 'gray', shownBy }}
            act={save({ own_names: null, other_names: null })}
          >
            Use the names we found
          </Act>
        )}
      </Group>
    </Dialog>
  );
}
