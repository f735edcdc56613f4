import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';

type OnceButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that asks for a change: a double click asks once, also where its second click comes before the first one shows.
 * While it waits for the answer it stays enabled, as a disabled one loses the focus, but does nothing.
 */
export function OnceButton({ onClick, disabled, ...props }: OnceButtonProps) {
  const onFirst = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1 || props.loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...props}
      disabled={disabled}
      aria-disabled={props.loading || props['aria-disabled']}
      renderRoot={(root) => <button {...root} disabled={disabled} />}
      onClick={onFirst}
    />
  );
}
