import { ActionIcon } from '@mantine/core';
import { Only } from '../../session/only';
import { PencilIcon } from '../../theme/icons';
import { type Field, scopesOf } from '../fields';
import classes from './details.module.css';
import { useEditing } from './use-editing';

/** Opens the form of a field in its place, for those who may change it. */
export function ChangeField({ field: { name, label }, hasFocus }: { field: Field; hasFocus: boolean }) {
  const { open } = useEditing(name);
  return (
    <Only scopes={scopesOf(name)}>
      <ActionIcon
        size="sm"
        className={classes.pencil}
        aria-label={`Change ${label}`}
        onClick={open}
        autoFocus={hasFocus}
      >
        <PencilIcon size={14} />
      </ActionIcon>
    </Only>
  );
}
