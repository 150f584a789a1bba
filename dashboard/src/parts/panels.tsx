import { Tabs, type TabsListProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../format.ts';
import { useParameter } from '../router.tsx';

/** Its name in the address, and its label where that is another. */
export type Panel = readonly [name: string, draw: () => ReactNode, label?: string];

interface PanelsProps extends Omit<TabsListProps, 'children'> {
  /** The member of the address that names the panel that is shown; without it the first is. */
  readonly parameter?: string;
  readonly panels: readonly Panel[];
  /** What stands around the labels. */
  readonly frame?: (labels: ReactNode) => ReactNode;
}

/** On a phone the labels are one line that scrolls: the one that is shown is in sight. */
function scrollToActive(list: HTMLDivElement | null): void {
  const active = list?.querySelector<HTMLElement>('[data-active]');
  if (list && active) list.scrollLeft = active.offsetLeft - list.clientWidth / 2;
}

/** Panels of which one is shown; the address says which. */
export function Panels({ parameter = 'tab', panels, frame = (labels) => labels, ...look }: PanelsProps) {
  const usual = panels[0]?.[0] ?? '';
  const [asked, show] = useParameter(parameter, usual);
  const shown = panels.some(([name]) => name === asked) ? asked : usual;
  const labels = (
    <Tabs.List ref={scrollToActive} {...look}>
      {panels.map(([name, , label = words(name)]) => (
        <Tabs.Tab key={name} value={name}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
  return (
    <Tabs value={shown} onChange={(name) => show(name ?? usual)} keepMounted={false}>
      {frame(labels)}
      {panels.map(([name, draw]) => (
        <Tabs.Panel key={name} value={name}>
          {name === shown ? draw() : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
