import classes from './logo.module.css';

/** The mark, a bay window for looking out, with the name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="var(--mantine-color-glass-7)" />
        <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round">
          <path d="M8.5 23V13.5a7.5 7.5 0 0 1 15 0V23" />
          <path d="M16 6.5V23M8.5 15h15M6.5 24h19" />
        </g>
      </svg>
      <span>Oriel</span>
    </span>
  );
}
