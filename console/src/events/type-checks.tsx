import { Checkbox } from '@mantine/core';
import { TYPE_GROUPS } from './event-words';
import classes from './type-checks.module.css';

interface TypeChecksProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which types of events are meant. */
export function TypeChecks({ chosen, onChange }: TypeChecksProps) {
  const toggle = (type: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, type] : chosen.filter((each) => each !== type));
  return (
    <div className={classes.groups}>
      {TYPE_GROUPS.map(({ about, types }) => (
        <fieldset key={about} className={classes.group}>
          <legend>{about}</legend>
          {types.map(({ type, words }) => (
            <Checkbox
              key={type}
              size="xs"
              label={words}
              description={<code>{type}</code>}
              checked={chosen.includes(type)}
              onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
