import type { OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['post', 'get', 'put', 'delete'];

/** Sorts operations: API first, collections before items, then create, read, change and delete. */
export function inOrderOfNeed(document: OpenAPIObject): OpenAPIObject {
  const collections = [...new Set(Object.keys(document.paths).map(collectionOf))];
  const rank = (path: string): number[] => [
    path.startsWith('/api/') ? 0 : 1,
    collections.indexOf(collectionOf(path)),
    path.split('/').length,
    path.endsWith('}') ? 0 : 1,
  ];
  const paths = Object.entries(document.paths)
    .toSorted(([one], [other]) => compare(rank(one), rank(other)))
    .map(([path, item]) => [path, inOrderOfMethods(item)]);
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}

function inOrderOfMethods(item: object): object {
  const entries = Object.entries(item).toSorted(([one], [other]) => METHODS.indexOf(one) - METHODS.indexOf(other));
  return Object.fromEntries(entries);
}

const collectionOf = (path: string): string => path.split('/').slice(0, 3).join('/');

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}
