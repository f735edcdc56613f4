import { Loader, TextInput } from '@mantine/core';
import { SearchIcon } from '../theme/icons';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ProblemAlert } from '../page/problem-alert';
import { nameOfProduct, useProducts } from '../products/products';
import { useMe } from '../session/me';
import { grouped } from '../text/numbers';
import { actionEntries } from './action-entries';
import type { Entry, Group } from './entry';
import { EntryList, optionId } from './entry-list';
import { groupsOf } from './groups';
import classes from './palette.module.css';
import type { Releasing } from './preview';
import { useDeed } from './use-deed';
import { type Found, useFound } from './use-found';

/** Loaded when the palette is called, as it brings parts of other screens along: the palette itself is loaded with every first screen. */
const Preview = lazy(() => import('./preview'));
const ReleaseDevice = lazy(() => import('./release-device'));

interface PaletteProps {
  /** What was typed before it was there. */
  sought: string;
  onClose: () => void;
}

/** Finds customers, keys, devices, orders, links and actions by any word, and tells of the chosen one beside the list. */
export default function Palette({ sought, onClose }: PaletteProps) {
  const [text, setText] = useState(sought);
  const { found, isFinding, error } = useFound(text);
  const groups = useGroups(text, found);
  const entries = groups.flatMap((group) => group.entries);
  const perform = useDeed();
  const go = ({ deed, refusal }: Entry) => {
    if (refusal !== undefined) return;
    onClose();
    perform(deed);
  };
  const { at, setActive, onKeyDown } = useChoice(entries, isFinding, go);
  const [releasing, setReleasing] = useState<Releasing>();
  if (releasing)
    return (
      <Suspense>
        <ReleaseDevice {...releasing} onClose={onClose} />
      </Suspense>
    );
  const chosen = entries[at];
  return (
    <ModalDialog onClose={onClose}>
      <Question
        text={text}
        isFinding={isFinding}
        active={chosen && optionId(at)}
        outcome={<Outcome groups={groups} ms={found.ms} isFinding={isFinding} />}
        onText={(changed) => {
          setText(changed);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ProblemAlert error={error} />
      <div className={classes.panes}>
        <EntryList groups={groups} at={at} onGo={go} onActive={setActive} />
        <aside className={classes.preview} aria-label="Preview">
          <Suspense>{chosen && <Preview key={chosen.id} entry={chosen} onGo={go} onRelease={setReleasing} />}</Suspense>
        </aside>
      </div>
      <Foot />
    </ModalDialog>
  );
}

function useGroups(text: string, found: Found): Group[] {
  const products = useProducts();
  const me = useMe();
  const actions = actionEntries(text, found, me);
  return [
    ...groupsOf(found, { product: (pid) => nameOfProduct(products, pid), products: [...products.values()] }),
    ...(actions.length > 0 ? [{ title: 'Actions', entries: actions }] : []),
  ];
}

/** "10 found in 38 ms". */
function Outcome({ groups, ms, isFinding }: { groups: readonly Group[]; ms: number | undefined; isFinding: boolean }) {
  if (groups.length === 0 && !isFinding) return 'Nothing found: no word begins with that.';
  if (ms === undefined) return null;
  const count = groups.reduce((sum, group) => sum + (group.count ?? 0), 0);
  const isCut = groups.some((group) => group.isCut);
  return `${grouped(count)}${isCut ? ' or more' : ''} found in ${Math.round(ms)} ms`;
}

interface QuestionProps {
  text: string;
  isFinding: boolean;
  /** The entry that is chosen, by its id in the page. */
  active: string | undefined;
  /** How many were found. */
  outcome: ReactNode;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What is typed, while the arrows choose among the entries below. */
function Question({ text, isFinding, active, outcome, onText, onKeyDown }: QuestionProps) {
  return (
    <div className={classes.question}>
      <TextInput
        variant="unstyled"
        size="lg"
        className={classes.input}
        leftSection={isFinding ? <Loader size={16} /> : <SearchIcon size={20} aria-hidden />}
        placeholder="A name, email, order, device, address, key…"
        aria-label="Find a customer, key, device, order, product, plan, link or action by any word"
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
      <span className={classes.outcome} role="status">
        {outcome}
      </span>
      <kbd>Esc</kbd>
    </div>
  );
}

/** A dialog of the browser, open as soon as it is drawn: what is typed meanwhile goes into it. */
function ModalDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
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
      {children}
    </dialog>
  );
}

/** Which entry is chosen, and the keys that choose another or go there. Enter waits for what belongs to the text. */
function useChoice(entries: readonly Entry[], isFinding: boolean, go: (entry: Entry) => void) {
  const [active, setActive] = useState(0);
  const isWaiting = useRef(false);
  const at = Math.min(active, Math.max(0, entries.length - 1));
  const goOn = useEffectEvent(() => {
    isWaiting.current = false;
    if (entries[at]) go(entries[at]);
  });
  useEffect(() => {
    if (isWaiting.current && !isFinding) goOn();
  }, [isFinding]);
  const onKeyDown = (event: KeyboardEvent) => {
    isWaiting.current = event.key === 'Enter' && isFinding;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((at + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!isFinding && entries[at]) go(entries[at]);
    }
  };
  return { at, setActive, onKeyDown };
}

const Foot = () => (
  <p className={classes.foot}>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> choose
    </span>
    <span>
      <kbd>Enter</kbd> open
    </span>
    <span>
      <kbd>Tab</kbd> actions
    </span>
    <span>Any word, any case: name, email, note, device, order, address, last characters of a key</span>
  </p>
);
