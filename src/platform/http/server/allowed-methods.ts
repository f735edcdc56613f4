import type { Express } from 'express';

/** The part of Express's router that tells which routes there are. */
interface RouterLayer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** The methods that some route answers at this path, in the spelling of an `Allow` header; empty for an unknown path. */
export function allowedMethods(express: Express, path: string): string[] {
  const methods = new Set<string>();
  for (const layer of express.router.stack as unknown as RouterLayer[]) {
    if (layer.route && matches(layer, path)) {
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

/** A path that can't be decoded matches nothing. */
function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
