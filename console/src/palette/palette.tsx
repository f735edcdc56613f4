import { Loader, TextInput } from '@mantine/core';
import { SearchIcon } from '../theme/icons';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ProblemAlert } from '../page/problem-alert';
import type { Entry } from './entry';
import classes from './palette.module.css';
import { useDeed } from './use-deed';
import { useScreensFound } from './screens-found';
import { useFound } from './use-found';

/** Finds keys, customers, addresses, links, screens and actions by how they begin. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { entries: found, isFinding, error } = useFound(text);
  const screens = useScreensFound(text);
  const entries = [...found, ...screens];
  const perform = useDeed();
  const go = ({ deed }: Entry) => {
    onClose();
    perform(deed);
  };
  const dialog = useModal();
  const { at, setActive, onKeyDown } = useChoice(entries, go);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label="Find anything"
      onCancel={(event) => {
        // The browser would close it now and say so later: whoever called it again in between would see it close.
        event.preventDefault();
        onClose();
      }}
      // Whatever else closes it, but for its own end.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <Question
        text={text}
        isFinding={isFinding}
        active={entries[at] && `palette-${at}`}
        onText={(changed) => {
          setText(changed);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ProblemAlert error={error} />
      <Entries entries={entries} at={at} onGo={go} onActive={setActive} />
      <p className={classes.foot} role="status">
        {entries.length === 0 && !isFinding ? 'Nothing begins like that.' : <Hint />}
      </p>
    </dialog>
  );
}

interface QuestionProps {
  text: string;
  isFinding: boolean;
  /** The entry that is chosen, by its id in the page. */
  active: string | undefined;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What is typed, while the arrows choose among the entries below. */
function Question({ text, isFinding, active, onText, onKeyDown }: QuestionProps) {
  return (
    <TextInput
      variant="unstyled"
      size="lg"
      className={classes.input}
      leftSection={isFinding ? <Loader size={16} /> : <SearchIcon size={18} aria-hidden />}
      placeholder="A key, customer, address, link or screen…"
      aria-label="Find a key, customer, address, link or screen by its beginning"
      role="combobox"
      aria-expanded
      aria-controls="palette-entries"
      aria-activedescendant={active}
      autoComplete="off"
      spellCheck={false}
      autoFocus
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      // Escape closes the palette alone, and no drawer behind it.
      data-mantine-stop-propagation
    />
  );
}

/** A dialog of the browser, open as soon as it is drawn: what is typed meanwhile goes into it. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

/** Which entry is chosen, and the keys that choose another or go there. */
function useChoice(entries: readonly Entry[], go: (entry: Entry) => void) {
  const [active, setActive] = useState(0);
  const at = Math.min(active, Math.max(0, entries.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((at + step + entries.length) % entries.length);
    }
    const chosen = entries[at];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      go(chosen);
    }
  };
  return { at, setActive, onKeyDown };
}

const Hint = () => (
  <>
    <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
  </>
);

interface EntriesProps {
  entries: readonly Entry[];
  at: number;
  onGo: (entry: Entry) => void;
  onActive: (index: number) => void;
}

function Entries({ entries, at, onGo, onActive }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div ref={list} id="palette-entries" role="listbox" aria-label="Found" className={classes.entries}>
      {entries.map((entry, index) => (
        <div
          key={entry.id}
          id={`palette-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.entry}
          onClick={() => onGo(entry)}
          onKeyDown={(event) => event.key === 'Enter' && onGo(entry)}
          onMouseMove={() => onActive(index)}
        >
          <span className={entry.isCode ? 'code' : undefined}>{entry.label}</span>
          <small>{entry.hint}</small>
        </div>
      ))}
    </div>
  );
}
