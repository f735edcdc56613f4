import { Chip, type Tone } from './chip';

/** A device that gave its seat back was neither let in nor turned away. */
const TONES: Readonly<Record<string, Tone>> = { AUTHORISED: 'good', RELEASED: 'plain' };

/** The label of a verdict as the API spells it, such as AUTHORISED or KEY DISABLED. */
export function Verdict({ status }: { status: string }) {
  return <Chip tone={TONES[status] ?? 'bad'}>{status}</Chip>;
}
