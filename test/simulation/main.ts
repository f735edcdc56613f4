import { MENDS } from './mends';
import { Simulation } from './simulation';

/** Schedules in which a fault must show whose mend was taken out. */
const MOST_WITHOUT = 2000;

/** `main.ts SCHEDULES [SEED]`: so many schedules hold, and fewer find what each mend is there for. Prints what doesn't. */
async function main(): Promise<void> {
  const [schedules, seed = Date.now() % 1_000_000_000] = process.argv.slice(2).map(Number);
  const simulation = await Simulation.start();
  const start = process.hrtime.bigint();
  for (let index = 0; index < schedules; index++) {
    const problem = await simulation.run(seed + index);
    if (problem) throw new Error(`With the seed ${seed + index}:\n${problem}`);
  }
  tell(`${schedules} schedules from the seed ${seed} hold, in ${since(start)} s.`);
  for (const [name, takeOut] of Object.entries(MENDS)) {
    const putBack = takeOut();
    const caught = await firstProblem(simulation, seed);
    putBack();
    if (!caught) throw new Error(`Without "${name}" nothing goes wrong in ${MOST_WITHOUT} schedules.`);
    tell(`Without "${name}", schedule ${caught.schedule}: ${caught.problem.split('\n', 1)[0]}`);
  }
  await simulation.close();
}

async function firstProblem(simulation: Simulation, seed: number) {
  for (let index = 0; index < MOST_WITHOUT; index++) {
    const problem = await simulation.run(seed + index);
    if (problem) return { schedule: index + 1, problem };
  }
  return undefined;
}

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const since = (start: bigint): string => (Number(process.hrtime.bigint() - start) / 1e9).toFixed(1);

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
