import { Group, Menu, Stack } from '@mantine/core';
import type { ReactElement } from 'react';
import type { ActionGroup } from './later.tsx';

interface ActionMenuProps {
  readonly button: ReactElement;
  readonly groups: readonly ActionGroup[];
}

/** What a button opens, already open: it was pressed to be loaded. */
export function ActionMenu({ button, groups }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ title, hint, isRow, actions }) => {
          const Frame = isRow ? Group : Stack;
          return (
            <div key={title} title={hint}>
              {title ? <Menu.Label>{title}</Menu.Label> : null}
              <Frame gap={0} wrap="nowrap">
                {actions.map(({ label, name, isHarm, act }) => (
                  <Menu.Item key={label} aria-label={name} {...(isHarm && { color: 'red' })} onClick={act}>
                    {label}
                  </Menu.Item>
                ))}
              </Frame>
            </div>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
