import classes from './time.module.css';

const ID = 'exact-time';
const GAP = 6;
const EDGE = 8;

let of: HTMLElement | undefined;

/** Shows a text beside an element, until the pointer or the focus leaves it, it scrolls away from the pointer, or Escape is pressed. */
export function showExact(element: HTMLElement, text: string): void {
  hideExact();
  of = element;
  const tip = document.createElement('div');
  Object.assign(tip, { id: ID, className: classes.exact, textContent: text, role: 'tooltip', popover: 'manual' });
  // Inside a dialog of the browser, which makes everything outside it inert.
  (element.closest('dialog') ?? document.body).append(tip);
  tip.showPopover?.();
  element.setAttribute('aria-describedby', ID);
  place(tip, element);
  document.addEventListener('keydown', onKeyDown, true);
  document.addEventListener('scroll', onScroll, true);
  document.addEventListener('pointermove', hideIfGone);
}

export function hideExact(): void {
  document.getElementById(ID)?.remove();
  of?.removeAttribute('aria-describedby');
  of = undefined;
  document.removeEventListener('keydown', onKeyDown, true);
  document.removeEventListener('scroll', onScroll, true);
  document.removeEventListener('pointermove', hideIfGone);
}

/** An element that is taken out of the page hears neither pointer nor focus leave. */
function hideIfGone(): void {
  if (!of?.isConnected) hideExact();
}

/** The focus stays where it is, and may itself have made the page scroll. */
function onScroll(): void {
  const tip = document.getElementById(ID);
  if (tip && of?.contains(document.activeElement)) place(tip, of);
  else hideExact();
}

/** Escape closes this alone, and no drawer behind it. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  hideExact();
}

function place(tip: HTMLElement, element: HTMLElement): void {
  const { top, bottom, left, width } = element.getBoundingClientRect();
  const wanted = left + width / 2 - tip.offsetWidth / 2;
  const isAbove = top - tip.offsetHeight - GAP >= EDGE;
  Object.assign(tip.style, {
    left: `${Math.max(EDGE, Math.min(wanted, innerWidth - tip.offsetWidth - EDGE))}px`,
    top: `${isAbove ? top - tip.offsetHeight - GAP : bottom + GAP}px`,
  });
}
