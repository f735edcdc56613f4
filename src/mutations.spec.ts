import { existsSync, readFileSync } from 'node:fs';

interface Mutation {
  readonly file: string;
  readonly find: string;
  readonly specs: readonly string[];
}

const MUTATIONS = JSON.parse(readFileSync('test/mutations/list.json', 'utf8')) as Mutation[];

/* `npm run test:mutations` runs rarely: without this, a mutation whose text was changed would be noticed much later. */
it('each mutation has its place in the source, once, and the specs that are to notice it', () => {
  const stale = MUTATIONS.flatMap(({ file, find, specs }, index) => {
    const places = readFileSync(file, 'utf8').split(find).length - 1;
    return places === 1 && specs.every(existsSync) ? [] : [`${index + 1}: ${find} is ${places} times in ${file}`];
  });
  expect(stale).toEqual([]);
});
