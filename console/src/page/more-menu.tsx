import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EllipsisIcon } from '../theme/screen-icons';
import { Dropdown } from './dropdown';

interface MoreMenuProps {
  /** What the actions are for, such as "this link". */
  of: string;
  width?: number;
  /** Items of a dropdown. */
  children: ReactNode;
}

/** The actions of a screen that are needed less often, behind "More". */
export function MoreMenu({ of, width, children }: MoreMenuProps) {
  return (
    <Dropdown
      label={`More actions for ${of}`}
      atEnd
      width={width}
      button={(props) => (
        <Button {...props} variant="default" rightSection={<EllipsisIcon size={16} aria-hidden />}>
          More
        </Button>
      )}
    >
      {children}
    </Dropdown>
  );
}
