import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { saveBillingDetails } from '../../api/client.ts';
import type { BillingDetails as Details } from '../../api/schema.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';

/** Whom the next invoices are made out to; those that were made stay as they are. */
export function BillingDetails({ details }: { readonly details: Details }) {
  const queryClient = useQueryClient();
  const [written, setWritten] = useState(details);
  const save = useMutation({
    mutationFn: () => saveBillingDetails(written),
    onSuccess: (saved) => {
      setWritten(saved);
      return queryClient.invalidateQueries({ queryKey: ['billing'] });
    },
  });
  const write = (part: Partial<Details>) => {
    save.reset();
    setWritten({ ...written, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title="Invoice details" lead="Optional. Used for new invoices.">
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Stack>
              <TextInput
                label="Company"
                maxLength={200}
                autoComplete="organization"
                value={written.company}
                onChange={(event) => write({ company: event.currentTarget.value })}
              />
              <TextInput
                label="Tax number"
                description="VAT, GST or EIN."
                maxLength={60}
                value={written.tax_number}
                onChange={(event) => write({ tax_number: event.currentTarget.value })}
              />
            </Stack>
            <Stack>
              <Textarea
                label="Address"
                rows={3}
                maxLength={600}
                autoComplete="street-address"
                value={written.address}
                onChange={(event) => write({ address: event.currentTarget.value })}
              />
              <TextInput
                label="Your order number"
                maxLength={60}
                value={written.order_number}
                onChange={(event) => write({ order_number: event.currentTarget.value })}
              />
            </Stack>
          </SimpleGrid>
          {save.error ? <ErrorState error={save.error} /> : null}
          <Group>
            <Button type="submit" variant="light" loading={save.isPending}>
              Save details
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {save.isSuccess ? 'Saved.' : ''}
            </Text>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
