import { SimpleGrid, Text } from '@mantine/core';
import type { Invoice } from '../../api/schema.ts';
import classes from './receipt.module.css';

/** Who sells and who buys, as the invoice was made. */
export function InvoiceParties({ invoice }: { readonly invoice: Invoice }) {
  const { buyer, seller } = invoice;
  const buyerLines = [
    buyer.company,
    buyer.address,
    buyer.email,
    buyer.tax_number && `Tax number: ${buyer.tax_number}`,
    buyer.order_number && `Your order number: ${buyer.order_number}`,
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
      <Party title="From" text={seller} />
      <Party title="To" text={buyerLines.filter((line) => line !== '').join('\n')} />
    </SimpleGrid>
  );
}

function Party({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {title}
      </Text>
      <Text size="sm" className={classes.party}>
        {text}
      </Text>
    </div>
  );
}
