import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react';
import { Only } from '../session/only';
import { copy } from '../text/copy';
import { CheckIcon, CopyIcon, CornerDownLeftIcon } from '../theme/icons';
import classes from './palette.module.css';

/** Whom or what the pane tells of. */
export function Head({ title, below, initials }: { title: string; below?: ReactNode; initials?: string }) {
  return (
    <div className={classes.head}>
      {initials !== undefined && (
        <span className={classes.face} aria-hidden>
          {initials}
        </span>
      )}
      <div>
        <b>{title}</b>
        {below && <p>{below}</p>}
      </div>
    </div>
  );
}

export const Acts = ({ children }: { children: ReactNode }) => <ul className={classes.acts}>{children}</ul>;

interface ActProps {
  label: string;
  icon?: ComponentType<{ size?: number }>;
  /** What Enter does. */
  isFirst?: boolean;
  /** The scopes of which one is needed. */
  scopes?: readonly string[];
  isBusy?: boolean;
  onClick: () => void;
}

/** Something to do about the chosen one. */
export function Act({ label, icon: Icon = CornerDownLeftIcon, isFirst, scopes, isBusy, onClick }: ActProps) {
  const button: ReactElement<React.DOMAttributes<HTMLElement> & { className?: string; disabled?: boolean }> = (
    <button type="button" className={classes.act} data-first={isFirst} aria-busy={isBusy} onClick={onClick}>
      <Icon size={16} />
      <span>{label}</span>
      {isFirst && <kbd>Enter</kbd>}
    </button>
  );
  return <li>{scopes ? <Only scopes={scopes}>{button}</Only> : button}</li>;
}

/** Copies a text, and says so. */
export function CopyAct({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState<string>();
  const onClick = () => void copy(text).then((copied) => setSaid(copied ? 'Copied' : 'Select it and copy it by hand'));
  return <Act label={said ?? label} icon={said === 'Copied' ? CheckIcon : CopyIcon} onClick={onClick} />;
}

/** Facts in a few lines. */
export const Mini = ({ children }: { children: ReactNode }) => <dl className={classes.mini}>{children}</dl>;

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
