import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { PlusIcon } from '../theme/icons';
import { ArrowUpIcon, Trash2Icon } from '../theme/screen-icons';
import { CONDITION_KINDS, type ConditionKind, draftsOf, entryOf, isTimeKind, type RuleDraft } from './rule-words';
import classes from './links.module.css';

interface RulesInputProps {
  label: string;
  meaning: string;
  entry: string;
  onChange: (entry: string) => void;
}

const KINDS = Object.entries(CONDITION_KINDS).map(([value, { label }]) => ({ value, label }));
/** Of a time without seconds. */
const MINUTES_LENGTH = '2030-01-31T12:00'.length;
const EMPTY: RuleDraft = { url: '', conditions: [{ kind: 'os', entry: '' }] };

/** The rules of a link as a list: each with its conditions and where it leads to. */
export function RulesInput({ label, meaning, entry, onChange }: RulesInputProps) {
  const rules = draftsOf(entry);
  const change = (changed: RuleDraft[]) => onChange(entryOf(changed));
  return (
    <fieldset className={classes['rules']}>
      <legend>{label}</legend>
      <p className="quiet">{meaning}</p>
      {rules.map((rule, index) => (
        // A rule has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes['rule']} role="group" aria-label={`Rule ${index + 1}`}>
          <Conditions rule={rule} onChange={(changed) => change(rules.with(index, changed))} />
          <TextInput
            label="Leads to"
            type="url"
            placeholder="https://example.com/app"
            value={rule.url}
            onChange={(event) => change(rules.with(index, { ...rule, url: event.currentTarget.value }))}
          />
          <div className={classes['ruleActions']}>
            {index > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move rule ${index + 1} up`}
                onClick={() => change(rules.with(index - 1, rule).with(index, rules[index - 1]))}
              >
                <ArrowUpIcon size={16} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove rule ${index + 1}`}
              onClick={() => change(rules.toSpliced(index, 1))}
            >
              <Trash2Icon size={16} />
            </ActionIcon>
          </div>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<PlusIcon size={14} />}
        onClick={() => change([...rules, EMPTY])}
        className={classes['add']}
      >
        Add a rule
      </Button>
    </fieldset>
  );
}

function Conditions({ rule, onChange }: { rule: RuleDraft; onChange: (rule: RuleDraft) => void }) {
  const { conditions } = rule;
  const change = (changed: RuleDraft['conditions']) => onChange({ ...rule, conditions: changed });
  const unused = KINDS.filter(({ value }) => !conditions.some(({ kind }) => kind === value));
  return (
    <>
      {conditions.map(({ kind, entry }, index) => (
        <div key={kind} className={classes['condition']}>
          <NativeSelect
            aria-label="Condition"
            data={KINDS.filter(({ value }) => value === kind || unused.some((each) => each.value === value))}
            value={kind}
            onChange={(event) =>
              change(conditions.with(index, { kind: event.currentTarget.value as ConditionKind, entry: '' }))
            }
          />
          <TextInput
            aria-label={CONDITION_KINDS[kind].label}
            type={isTimeKind(kind) ? 'datetime-local' : kind === 'percent' ? 'number' : 'text'}
            // Without it, seconds that a rule has are taken for a mistake.
            step={isTimeKind(kind) && entry.length > MINUTES_LENGTH ? 'any' : undefined}
            placeholder={CONDITION_KINDS[kind].example}
            value={entry}
            onChange={(event) => change(conditions.with(index, { kind, entry: event.currentTarget.value }))}
          />
          {conditions.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the condition ${CONDITION_KINDS[kind].label}`}
              onClick={() => change(conditions.toSpliced(index, 1))}
            >
              <Trash2Icon size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {unused.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes['add']}
          onClick={() => change([...conditions, { kind: unused[0].value as ConditionKind, entry: '' }])}
        >
          And another condition
        </Button>
      )}
    </>
  );
}
