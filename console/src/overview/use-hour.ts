import { useEffect, useState } from 'react';

const HOUR_MS = 3_600_000;
const thisHour = () => Date.now() - (Date.now() % HOUR_MS);

/** When the hour under way began: what is shown up to now changes no more often. */
export function useHour(): number {
  const [hour, setHour] = useState(thisHour);
  useEffect(() => {
    const timer = setInterval(() => setHour(thisHour()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
