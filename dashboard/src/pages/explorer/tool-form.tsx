import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Fault } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { credits, number } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { Link } from '../../router.tsx';
import { type FormValues, fieldKind, fieldsOf, isMarket } from './form-values.ts';
import { ToolField } from './tool-field.tsx';
import classes from './tool-form.module.css';

interface ToolFormProps {
  readonly tool: ToolEntry;
  readonly values: FormValues;
  readonly faults: readonly Fault[];
  readonly isRunning: boolean;
  readonly onChange: (values: FormValues) => void;
  readonly onSubmit: () => void;
}

/** The tool's input, its price, and the button. */
export function ToolForm({ tool, values, faults, isRunning, onChange, onSubmit }: ToolFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  const fields = fieldsOf(tool);
  return (
    <Section title={tool.title} lead={tool.summary}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {[fields.filter((field) => !isMarket(field)), fields.filter(isMarket)]
            .filter((group) => group.length > 0)
            .map((group) => (
              <SimpleGrid key={group[0]?.name} cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
                {group.map((field) => (
                  <div
                    key={field.name}
                    className={fieldKind(field.schema) === 'list' ? classes.wide : undefined}
                  >
                    <ToolField
                      field={field}
                      value={values[field.name] ?? ''}
                      error={faultOf(faults, field.name)}
                      onChange={(value) => onChange({ ...values, [field.name]: value })}
                    />
                  </div>
                ))}
              </SimpleGrid>
            ))}
        </Stack>
        <Group justify="space-between" mt="lg" gap="sm">
          <Price tool={tool} />
          <Button type="submit" loading={isRunning} miw={130}>
            Run
          </Button>
        </Group>
      </form>
    </Section>
  );
}

function Price({ tool }: { readonly tool: ToolEntry }) {
  const { data } = useQuery(queries.credits);
  if (tool.credits === 0)
    return (
      <Text size="sm" c="dimmed">
        This call is free.
      </Text>
    );
  const left = data && data.balance - tool.credits;
  return (
    <Text size="sm" c="dimmed">
      Costs <b className={classes.price}>{credits(tool.credits)}</b>
      {left === undefined ? null : <LeftAfter left={left} />}
    </Text>
  );
}

function LeftAfter({ left }: { readonly left: number }) {
  if (left >= 0) return <>, leaves {number(left)}</>;
  return (
    <>
      , more than you have.{' '}
      <Anchor component={Link} href="/billing" inherit>
        Buy credits
      </Anchor>
    </>
  );
}

function faultOf(faults: readonly Fault[], name: string): string | undefined {
  return faults.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.message;
}
