import { Button, Checkbox } from '@mantine/core';
import { isSameChoice, PRESETS, SCOPES } from './scopes';
import classes from './scope-field.module.css';

interface ScopeFieldProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** What an API key may do: a usual choice, or scope by scope. */
export function ScopeField({ chosen, onChange }: ScopeFieldProps) {
  const isAdmin = chosen.includes('admin');
  const toggle = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope));
  return (
    <fieldset className={classes.field}>
      <legend>What it may do</legend>
      <p className={classes.hint}>Start from a preset, then add or remove scopes. The fewer, the safer.</p>
      {PRESETS.map(({ about, presets }) => (
        <div key={about} className={classes.presets} role="group" aria-label={about}>
          <span className={classes.about}>{about}</span>
          {presets.map(({ name, scopes }) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              className={classes.preset}
              aria-pressed={isSameChoice(scopes, chosen)}
              onClick={() => onChange([...scopes])}
            >
              {name}
            </Button>
          ))}
        </div>
      ))}
      {SCOPES.map(({ about, scopes }) => (
        <div key={about} className={classes.group} role="group" aria-label={about}>
          <h3>{about}</h3>
          <div>
            {scopes.map(({ scope, allows }) => (
              <Checkbox
                key={scope}
                size="xs"
                classNames={{ description: classes.meaning }}
                label={<code>{scope}</code>}
                description={isAdmin && scope !== 'admin' ? `${allows} (included in admin)` : allows}
                checked={chosen.includes(scope)}
                onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
