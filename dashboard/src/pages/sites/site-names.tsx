import { Group, SimpleGrid, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { answered, api, at } from '../../api/client.ts';
import type { OwnSite } from '../../api/schema.ts';
import { number } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Act } from '../../parts/form.tsx';
import { Hint, Note } from '../../parts/text.tsx';

const list = { acceptValueOnBlur: true, maxTags: 100 };

/** Names of the site and of others: what is saved changes the curve and the list of what to do at once. */
export function SiteNames({ site, onClose }: { readonly site: OwnSite; readonly onClose: () => void }) {
  const [own, setOwn] = useState(site.own_names);
  const [other, setOther] = useState(site.other_names);
  const save = (own_names: string[] | null, other_names: string[] | null) => () =>
    answered(
      api.PATCH('/v1/me/sites/{site}', { ...at({ site: site.site }), body: { own_names, other_names } }),
    );
  const shownBy = ['own-site', 'imports'];
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
        <Act size="xs" disabled={!isChanged} act={save(own, other)} shownBy={shownBy}>
          Save names
        </Act>
        {isAsFound ? (
          <Note>Found in your queries.</Note>
        ) : (
          <Act size="xs" variant="subtle" color="gray" act={save(null, null)} shownBy={shownBy}>
            Use the names we found
          </Act>
        )}
      </Group>
    </Dialog>
  );
}
