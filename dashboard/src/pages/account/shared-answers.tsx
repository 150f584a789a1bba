import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../api/workspace.ts';
import { Section } from '../../parts/page.tsx';
import { ShareList } from '../../parts/share-list.tsx';

/** All links that are live, so that none is forgotten; nothing where there is none. */
export function SharedAnswers() {
  const { data } = useQuery(workspaceQueries.shares);
  if (!data || data.length === 0) return null;
  return (
    <Section title="Shared answers" lead="Anyone with a link can read its answer until you withdraw it.">
      <ShareList title="Shared answers" shares={data} />
    </Section>
  );
}
