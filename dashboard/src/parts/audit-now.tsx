import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { explorerLink, runNext } from '../explorer-link.ts';
import { credits } from '../format.ts';
import { readableDomain } from '../readable-domain.ts';
import { navigate } from '../router.tsx';

/** Audits a site in one press, which says what it costs; until the price is known it leads to the form. */
export function AuditNow({ site, label, ...look }: ButtonProps & Readonly<Record<'site' | 'label', string>>) {
  const { data } = useQuery(queries.capabilities);
  const price = data?.data.tools.find(({ name }) => name === 'audit_site')?.credits;
  const priced = price === undefined ? '' : `, ${credits(price)}`;
  const audit = () => {
    if (price !== undefined) runNext();
    navigate(explorerLink('audit_site', { domain: site }));
  };
  return (
    <Button {...look} onClick={audit} title={`Audit ${readableDomain(site)}${priced}`}>
      {label}
      {priced}
    </Button>
  );
}
