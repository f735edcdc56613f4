import { useEffect, useEffectEvent, useState } from 'react';
import { counted } from '../text/numbers';

/** For those who hear the page: not each check, but a sentence every now and then. */
const EVERY_MS = 10_000;

interface Counts {
  checks: number;
  refused: number;
}

export function useSummary(counts: Counts): string {
  const [said, setSaid] = useState({ checks: 0, refused: 0, text: '' });
  const say = useEffectEvent(() =>
    setSaid((before) => {
      const checks = counts.checks - before.checks;
      if (checks <= 0) return before;
      const refused = counts.refused - before.refused;
      return { ...counts, text: `${counted(checks, 'new check')}, ${refused} of them refused` };
    }),
  );
  useEffect(() => {
    const timer = setInterval(() => say(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return said.text;
}
