import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeCredential } from '../../api/client.ts';
import type { Credential } from '../../api/schema.ts';
import { Confirm } from '../../parts/confirm.tsx';

interface RevokeKeyProps {
  readonly credential: Credential | undefined;
  readonly onClose: () => void;
}

export function RevokeKey({ credential, onClose }: RevokeKeyProps) {
  const queryClient = useQueryClient();
  // The name stays readable while the dialog fades out.
  const [shown, setShown] = useState(credential);
  if (credential && credential !== shown) setShown(credential);
  const revoke = async () => {
    if (!credential) return;
    await revokeCredential(credential.id);
    await queryClient.invalidateQueries({ queryKey: ['credentials'] });
  };
  return (
    <Confirm
      opened={credential !== undefined}
      title="Revoke this key?"
      action="Revoke key"
      onConfirm={revoke}
      onClose={onClose}
    >
      <b>{shown?.name}</b> ({shown?.prefix}…) stops working with the next request, and so do keys that it
      made. Whatever uses them will be refused. This cannot be undone.
    </Confirm>
  );
}
