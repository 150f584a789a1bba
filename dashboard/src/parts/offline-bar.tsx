import { useSyncExternalStore } from 'react';
import classes from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says on every page that nothing new can come. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={classes.bar}>
      {isOnline ? null : 'You are offline. What is shown stays; nothing is sent until you are back.'}
    </div>
  );
}
