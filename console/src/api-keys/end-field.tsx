import { NativeSelect, TextInput } from '@mantine/core';
import { DAY_MS, fromLocalInput, toLocalInput } from '../text/times';
import classes from '../form/form.module.css';

/** When an API key shall end: `never`, in some days, or at the time `at`. */
export interface End {
  choice: 'never' | '30' | '90' | '365' | 'at';
  /** As `<input type="datetime-local">` spells it. */
  at: string;
}

export const endOf = (expiresAt: number | null): End =>
  expiresAt === null ? { choice: 'never', at: '' } : { choice: 'at', at: toLocalInput(expiresAt) };

/** The chosen end in milliseconds since the Unix epoch, null for never, undefined when none is chosen yet. */
export function timeOf({ choice, at }: End, now = Date.now()): number | null | undefined {
  if (choice === 'never') return null;
  return choice === 'at' ? fromLocalInput(at) : now + Number(choice) * DAY_MS;
}

const CHOICES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'at', label: 'On a date…' },
] satisfies { value: End['choice']; label: string }[];

export function EndField({ end, onChange }: { end: End; onChange: (end: End) => void }) {
  return (
    <div className={classes.two}>
      <NativeSelect
        label="Expires"
        description="It is refused from then on, until you move the date"
        data={CHOICES}
        value={end.choice}
        onChange={({ currentTarget }) => onChange({ ...end, choice: currentTarget.value as End['choice'] })}
      />
      {end.choice === 'at' && (
        <TextInput
          type="datetime-local"
          label="At"
          description="In this computer’s time zone"
          required
          withAsterisk={false}
          value={end.at}
          onChange={({ currentTarget }) => onChange({ ...end, at: currentTarget.value })}
        />
      )}
    </div>
  );
}
