import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingStatement } from '../../api/schema.ts';
import { askSession } from '../../api/session.ts';
import { money, number } from '../../format.ts';
import { Chips } from '../../parts/chips.tsx';
import { ArrowIcon, MinusIcon, PlusIcon } from '../../parts/icons.tsx';
import { ErrorState, Section } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';
import { usePressGuard } from '../../press-guard.ts';
import classes from './billing.module.css';

type BuyCreditsProps = Pick<BillingStatement, 'terms' | 'balance' | 'last_quantity'>;

const packs = [1, 5, 10, 25];
/** For who has not bought yet; others find what they chose last. */
const firstQuantity = 5;

/** Steps of $10; the payment itself is made on the provider's page. */
export function BuyCredits({ terms, balance, last_quantity: last }: BuyCreditsProps) {
  const [quantity, setQuantity] = useState(Math.min(last ?? firstQuantity, terms.max_steps));
  const pay = useMutation({
    mutationFn: () => askSession('/session/billing/checkout', { quantity }),
    onSuccess: ({ checkout_url }) => location.assign(checkout_url),
  });
  const isFirstPress = usePressGuard();
  const total = quantity * terms.step_usd;
  const clamp = (wanted: number) => setQuantity(Math.min(terms.max_steps, Math.max(1, wanted)));
  return (
    <Section title="Buy credits" lead={`You have ${number(balance)} credits.`}>
      <Stack gap="lg">
        <Chips
          label="Amount"
          choices={packs.map((pack) => ({
            value: String(pack),
            label: money(pack * terms.step_usd).replace('.00', ''),
          }))}
          value={String(quantity)}
          onChange={(value) => clamp(Number(value))}
        />
        <Group justify="space-between" wrap="nowrap" className={classes.amount}>
          <ActionIcon
            variant="default"
            size="xl"
            radius="xl"
            onClick={() => clamp(quantity - 1)}
            disabled={quantity <= 1}
            aria-label={`${money(terms.step_usd)} less`}
          >
            <MinusIcon />
          </ActionIcon>
          <div className={classes.figures} aria-live="polite">
            <Text className={classes.credits}>{number(quantity * terms.credits_per_step)}</Text>
            <Hint>credits for {money(total)}</Hint>
          </div>
          <ActionIcon
            variant="default"
            size="xl"
            radius="xl"
            onClick={() => clamp(quantity + 1)}
            disabled={quantity >= terms.max_steps}
            aria-label={`${money(terms.step_usd)} more`}
          >
            <PlusIcon />
          </ActionIcon>
        </Group>
        <ErrorState error={pay.error} />
        <Button
          size="md"
          rightSection={<ArrowIcon size={16} />}
          loading={pay.isPending || pay.isSuccess}
          onClick={() => {
            if (isFirstPress()) pay.mutate();
          }}
        >
          Continue to payment
        </Button>
      </Stack>
    </Section>
  );
}
