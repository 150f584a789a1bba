import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * One of several values, chosen from a list. The list is drawn once the field has the focus: the
 * library draws it hidden with the page, and places it, all in one go that holds up a slow device.
 */
export function Choice({ comboboxProps, ...props }: SelectProps) {
  const [hasList, setHasList] = useState(false);
  return (
    <Select
      {...props}
      comboboxProps={{ ...comboboxProps, keepMounted: hasList }}
      onFocus={() => setHasList(true)}
    />
  );
}
