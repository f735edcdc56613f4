import { ActionIcon } from '@mantine/core';
import { Only } from '../../session/only';
import { PencilIcon } from '../../theme/icons';
import { type Field, scopesOf } from '../fields';
import classes from './details.module.css';
import { useEditing } from './use-editing';

/** Opens the form of a field in its place, for those who may change it. */
export function ChangeField({ field: { name, label } }: { field: Field }) {
  const { open } = useEditing(name);
  return (
    <Only scopes={scopesOf(name)}>
      <ActionIcon size="sm" className={classes.pencil} aria-label={`Change ${label}`} onClick={open}>
        <PencilIcon size={14} />
      </ActionIcon>
    </Only>
  );
}
