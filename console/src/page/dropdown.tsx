import { type ReactElement, type ReactNode, type ToggleEvent, useEffect, useId, useRef } from 'react';
import classes from './dropdown.module.css';
import { keepPlaced } from './place';

/** What a button needs to open its dropdown. */
interface DropdownButtonProps {
  id: string;
  popoverTarget: string;
}

interface DropdownProps {
  /** Makes the button: `(props) => <Button {...props}>Filters</Button>`. */
  button: (props: DropdownButtonProps) => ReactElement;
  /** What it holds, for those who hear it. */
  label: string;
  width?: number;
  /** Its right edge stands under that of the button. */
  atEnd?: boolean;
  children: ReactNode;
}

/** What a button opens beside itself; the browser closes it by Escape or a click elsewhere. */
export function Dropdown({ button, label, width, atEnd, children }: DropdownProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  const onToggle = ({ newState }: ToggleEvent) => {
    leave.current?.();
    const opener = document.getElementById(`${id}-button`);
    if (newState === 'open' && content.current && opener)
      leave.current = keepPlaced(content.current, opener, atEnd === true);
  };
  return (
    <>
      {button({ id: `${id}-button`, popoverTarget: id })}
      <div
        ref={content}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={classes.dropdown}
        style={{ width }}
        onBeforeToggle={onToggle}
        onToggle={onToggle}
      >
        {children}
      </div>
    </>
  );
}

interface DropdownItemProps {
  onClick?: () => void;
  href?: string;
  /** The address of a file to save. */
  file?: string;
  /** One of several, of which one is chosen. */
  isChosen?: boolean;
  isDestructive?: boolean;
  disabled?: boolean;
  /** Why it does nothing for this person. */
  refusal?: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** Something to do, in a dropdown that closes by it. */
export function DropdownItem(props: DropdownItemProps) {
  const { onClick, href, file, isChosen, isDestructive, disabled, refusal, icon, children } = props;
  if (file !== undefined) {
    return (
      <a
        className={classes.item}
        href={file}
        download
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        {icon}
        {children}
      </a>
    );
  }
  if (href !== undefined) {
    return (
      <a className={classes.item} href={href} target="_blank" rel="noreferrer">
        {icon}
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={classes.item}
      aria-pressed={isChosen}
      data-destructive={isDestructive || undefined}
      disabled={disabled}
      aria-disabled={refusal !== undefined || undefined}
      onClick={({ currentTarget }) => {
        if (refusal !== undefined) return;
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.();
      }}
    >
      {icon}
      <span>
        {children}
        {refusal !== undefined && <small className={classes.refusal}>{refusal}</small>}
      </span>
    </button>
  );
}

export const DropdownLabel = ({ children }: { children: ReactNode }) => <p className={classes.label}>{children}</p>;
