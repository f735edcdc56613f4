import { useQueryClient } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../../form/changed-meanwhile';
import { FIELDS } from '../fields';
import { readKey, refreshKeys, type useUpdateKey } from './key-query';

interface KeyChangedMeanwhileProps {
  id: number;
  update: ReturnType<typeof useUpdateKey>;
  /** What was to be saved. */
  change: object;
  /** Saves it on the state of this tag. */
  onKeep: (etag: string | undefined) => void;
  /** Nothing is saved. */
  onTake: () => void;
}

/** Asks whose values hold, where somebody else changed the license key since it was read. */
export function KeyChangedMeanwhile({ id, update, change, onKeep, onTake }: KeyChangedMeanwhileProps) {
  const cache = useQueryClient();
  return (
    <ChangedMeanwhile
      error={update.error}
      fields={FIELDS}
      change={change}
      target={{ targetType: 'licenseKey', targetId: id }}
      read={() => readKey(String(id))}
      isBusy={update.isPending}
      onKeep={onKeep}
      onTake={() => {
        onTake();
        void refreshKeys(cache);
      }}
      onClose={update.reset}
    />
  );
}
