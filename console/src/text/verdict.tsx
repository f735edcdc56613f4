import { Chip } from './chip';

/** The label of a verdict as the API spells it, such as AUTHORISED or KEY DISABLED. */
export function Verdict({ status }: { status: string }) {
  return <Chip tone={status === 'AUTHORISED' ? 'good' : 'bad'}>{status}</Chip>;
}
