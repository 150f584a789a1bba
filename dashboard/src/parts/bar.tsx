import classes from './bar.module.css';

interface BarProps {
  /** Of the full width, 0 to 1. What is more than nothing is seen. */
  readonly share: number;
  readonly color?: string | undefined;
}

/** A part of a whole as a bar; its figure stands beside it. */
export function Bar({ share, color }: BarProps) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span
        className={classes.bar}
        style={{
          width: `${share > 0 ? Math.max(1, 100 * share) : 0}%`,
          ...(color ? { background: color } : {}),
        }}
      />
    </span>
  );
}
