import { Alert, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmOrder } from '../../api/client.ts';
import type { Order } from '../../api/schema.ts';
import { credits, money } from '../../format.ts';
import { CheckIcon } from '../../parts/icons.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useLocation } from '../../router.tsx';

/** The outcome of the payment that the reader returns from. */
export function ReturnNotice() {
  const { query } = useLocation();
  const orderId = query.get('order');
  if (orderId) return <ConfirmedOrder orderId={orderId} />;
  if (query.has('canceled'))
    return <Alert color="gray">The payment was canceled. Nothing was charged.</Alert>;
  return null;
}

function ConfirmedOrder({ orderId }: { readonly orderId: string }) {
  const queryClient = useQueryClient();
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => confirmOrder(orderId),
    // The provider may need a moment to settle; asked again until it has, for a minute.
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' && state.dataUpdateCount < 20 ? 3_000 : false,
  });
  const isPaid = order.data?.status === 'paid';
  useEffect(() => {
    if (!isPaid) return;
    void queryClient.invalidateQueries({ queryKey: ['credits'] });
    void queryClient.invalidateQueries({ queryKey: ['billing'] });
  }, [isPaid, queryClient]);
  if (order.error) return <ErrorState error={order.error} retry={() => order.refetch()} />;
  return <OrderNotice order={order.data} />;
}

function OrderNotice({ order }: { readonly order: Order | undefined }) {
  if (order?.status === 'paid')
    return (
      <Alert color="glass" icon={<CheckIcon />} title="Thank you" role="status">
        {credits(order.credits)} for {money(order.amount_usd)} are in your balance.
      </Alert>
    );
  if (order?.status === 'expired')
    return <Alert color="gray">This checkout has expired. Nothing was charged.</Alert>;
  return (
    <Alert color="gray" icon={<Loader size={16} />} role="status">
      Waiting for the payment to be confirmed. The credits come by themselves; you may leave this page.
    </Alert>
  );
}
