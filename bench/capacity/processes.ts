import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** What processes have used since they began. */
export interface Used {
  /** Seconds of a processor, of programs and of the system for them. */
  readonly seconds: number;
  /** Bytes that they had the system write to disks. */
  readonly written: number;
}

const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may have spaces; what follows it begins with the third field.
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
};

function usedByOne(pid: number): Used {
  const fields = fieldsOf(pid);
  const [, written] = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? [];
  return { seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND, written: Number(written) };
}

/** A process and those that it has started. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(fieldsOf(Number(name))[1]) === pid;
    } catch {
      // It has ended.
      return false;
    }
  });
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

/** Linux only. */
export function usedBy(pid: number): Used {
  return family(pid)
    .map(usedByOne)
    .reduce((sum, each) => ({ seconds: sum.seconds + each.seconds, written: sum.written + each.written }));
}

/** How busy the whole machine was, in seconds of its processors since it started. */
export function machineSeconds(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/);
  const [user, nice, system, , , irq, softirq] = fields.map(Number);
  return (user + nice + system + irq + softirq) / TICKS_A_SECOND;
}

export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
