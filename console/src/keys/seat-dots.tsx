import classes from './seat-dots.module.css';

/** More seats than these are a number, no dots. */
const MOST_DOTS = 10;

/** A dot for each seat, filled while a device has it; nothing where seats are many. */
export function SeatDots({ seats, taken }: { seats: number; taken: number }) {
  if (seats > MOST_DOTS) return null;
  return (
    <span className={classes.seats} aria-hidden>
      {Array.from({ length: seats }, (_, seat) => (
        <i key={seat} data-taken={seat < taken || undefined} />
      ))}
    </span>
  );
}
