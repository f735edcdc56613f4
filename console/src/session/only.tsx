import {
  cloneElement,
  type ComponentProps,
  type DOMAttributes,
  type ReactElement,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { DropdownItem } from '../page/dropdown';
import { keepPlaced } from '../page/place';
import classes from './only.module.css';
import { useRefusal } from './who-may';

type Control = ReactElement<DOMAttributes<HTMLElement> & { className?: string; disabled?: boolean }>;

interface OnlyProps {
  /** The scopes of which one is needed. */
  scopes: readonly string[];
  /** A button, or a link that looks like one. */
  children: Control;
}

/** A control as it is for those who may use it, and greyed for all others: it says then whose role may, and does nothing. */
export function Only({ scopes, children }: OnlyProps) {
  const refusal = useRefusal(scopes);
  return refusal === undefined ? children : <Greyed refusal={refusal}>{children}</Greyed>;
}

function Greyed({ refusal, children }: { refusal: string; children: Control }) {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const [shownBy, setShownBy] = useState<HTMLElement>();
  useEffect(() => {
    const { current } = tip;
    if (!shownBy || !current) return undefined;
    current.showPopover();
    const leave = keepPlaced(current, shownBy, false);
    return () => {
      leave();
      if (current.matches(':popover-open')) current.hidePopover();
    };
  }, [shownBy]);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setShownBy(currentTarget);
  const hide = () => setShownBy(undefined);
  const greyed = {
    className: [children.props.className, classes.greyed].filter(Boolean).join(' '),
    disabled: false,
    'aria-disabled': true,
    'aria-describedby': id,
    onClick: (event: SyntheticEvent<HTMLElement>) => {
      event.preventDefault();
      show(event);
    },
    onMouseEnter: show,
    onMouseLeave: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (!(relatedTarget instanceof Element && relatedTarget.id === id)) hide();
    },
    onFocus: show,
    onBlur: hide,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') hide();
    },
  };
  return (
    <>
      {cloneElement(children, greyed)}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={classes.tip} onMouseLeave={hide}>
        {refusal}
      </span>
    </>
  );
}

/** An item of a dropdown that says under its name whose role may. */
export function OnlyItem({ scopes, ...item }: { scopes: readonly string[] } & ComponentProps<typeof DropdownItem>) {
  return <DropdownItem {...item} refusal={useRefusal(scopes)} />;
}
