import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** How long a process has used a processor, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may have spaces; what follows it begins with the third field.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
