import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';

type OnceButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that asks for a change: a double click asks once, also where its second click comes before the first one shows. */
export function OnceButton({ onClick, ...props }: OnceButtonProps) {
  const onFirst = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return <Button {...props} onClick={onFirst} />;
}
