import { type ComponentProps, useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string>
  extends Pick<ComponentProps<'div'>, 'aria-label' | 'aria-labelledby'> {
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: Value) => void;
  readonly size?: 'xs' | 'sm';
  readonly fullWidth?: boolean;
}

/**
 * One of a few values, all of them in sight. Plain radio buttons: the library's own control measures
 * itself and draws a second time, which alone holds up the first look of a slow device.
 */
export function Segments<Value extends string>({
  data,
  value,
  onChange,
  size = 'sm',
  fullWidth = false,
  ...name
}: SegmentsProps<Value>) {
  const group = useId();
  return (
    <div role="radiogroup" className={classes.segments} data-size={size} data-full={fullWidth} {...name}>
      {data.map((one) => (
        <label key={one.value} className={classes.segment}>
          <input
            type="radio"
            name={group}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  );
}
