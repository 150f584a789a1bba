import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BillingDetails as Details } from '../../api/schema.ts';
import { postSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-change.ts';
import { Form, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';

/** Whom the next invoices are made out to; those that were made stay as they are. */
export function BillingDetails({ details }: { readonly details: Details }) {
  const refresh = useRefresh('billing');
  const [written, setWritten] = useState(details);
  const [isSaved, setSaved] = useState(false);
  const save = async () => {
    setWritten(await postSession<Details>('billing/details', written));
    setSaved(true);
    await refresh();
  };
  const field = (member: keyof Details) =>
    typed(written[member], (value) => {
      setSaved(false);
      setWritten({ ...written, [member]: value });
    });
  return (
    <Section title="Invoice details" lead="Optional. Used for new invoices.">
      <Form
        action="Save details"
        variant="light"
        onSend={save}
        beside={<Hint role="status">{isSaved ? 'Saved.' : ''}</Hint>}
      >
        <TextInput label="Company" maxLength={200} autoComplete="organization" {...field('company')} />
        <Textarea
          label="Address"
          rows={3}
          maxLength={600}
          autoComplete="street-address"
          {...field('address')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Tax number"
            description="VAT, GST or EIN."
            maxLength={60}
            {...field('tax_number')}
          />
          <TextInput label="Your order number" maxLength={60} {...field('order_number')} />
        </SimpleGrid>
      </Form>
    </Section>
  );
}
