import { compareWithModel } from './seat-sequences';

// As a process of its own, for Jest: `compare-seats.ts SEQUENCES SEED`.
const [sequences, seed] = process.argv.slice(2).map(Number);
compareWithModel(sequences, seed).catch((error: unknown) => {
  const { message, cause } = error as Error;
  process.stderr.write(`${message}\n${String(cause)}\n`);
  process.exitCode = 1;
});
