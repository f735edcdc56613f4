import { Loader } from '@mantine/core';

/** What stands where something will be that is still asked for. @param label what is done, for those who don't see it turn */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return <Loader size="sm" role="status" aria-label={label} />;
}
