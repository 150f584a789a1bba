import { NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setLowBalanceAlert } from '../../api/client.ts';
import type { BillingStatement } from '../../api/schema.ts';
import { credits } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';

interface LowBalanceAlertProps {
  readonly alert: BillingStatement['low_balance_alert'];
}

const never = 'never';

/** When to send a mail, before calls start to be refused. */
export function LowBalanceAlert({ alert }: LowBalanceAlertProps) {
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: setLowBalanceAlert,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['billing'] }),
  });
  const threshold = choose.isPending ? choose.variables : alert.threshold;
  return (
    <Section title="Low-balance alert">
      <NativeSelect
        label="Mail me when the balance falls to"
        maw={260}
        data={[
          ...alert.choices.map((choice) => ({ value: String(choice), label: credits(choice) })),
          { value: never, label: 'Never' },
        ]}
        value={threshold === null ? never : String(threshold)}
        onChange={({ currentTarget: { value } }) => choose.mutate(value === never ? null : Number(value))}
      />
      {choose.error ? <ErrorState error={choose.error} /> : null}
      <Text size="sm" c="dimmed" mt="md" role="status">
        {statusText(choose)}
      </Text>
    </Section>
  );
}

function statusText(choose: { readonly isPending: boolean; readonly isSuccess: boolean }): string {
  if (choose.isPending) return 'Saving…';
  return choose.isSuccess ? 'Saved.' : '';
}
