import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import type { Mark, Route } from './routes';

const MARKS: readonly Mark[] = ['form', 'upload', 'hot', 'probe'];

/** Where a handler's mark stands in its metadata. */
export const markKey = (mark: Mark): string => `keylink:${mark}`;

/** The routes of the controllers of these modules, and of those that they import. Nothing of them is started. */
export function readRoutes(modules: readonly (Type | DynamicModule)[]): Route[] {
  return [...controllersOf(modules)].flatMap(routesOf);
}

function controllersOf(modules: readonly (Type | DynamicModule)[]): Set<Type> {
  const controllers = new Set<Type>();
  const seen = new Set<Type>();
  const visit = (imported: Type | DynamicModule): void => {
    const dynamic = 'module' in imported ? imported : undefined;
    const module = dynamic?.module ?? (imported as Type);
    if (seen.has(module)) return;
    seen.add(module);
    const listed = (key: string) => (Reflect.getMetadata(key, module) ?? []) as (Type | DynamicModule)[];
    for (const controller of [...(listed(MODULE_METADATA.CONTROLLERS) as Type[]), ...(dynamic?.controllers ?? [])])
      controllers.add(controller);
    for (const next of [...listed(MODULE_METADATA.IMPORTS), ...(dynamic?.imports ?? [])])
      visit(next as Type | DynamicModule);
  };
  modules.forEach(visit);
  return controllers;
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype)
    .map((name) => prototype[name])
    .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
    .flatMap((handler) =>
      pathsOf(controller).flatMap((start) =>
        pathsOf(handler).map((end) => ({
          method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod],
          path: `/${[start, end].filter((part) => part !== '').join('/')}`,
          marks: MARKS.filter((mark) => Reflect.hasMetadata(markKey(mark), handler)),
        })),
      ),
    );
}

/** Without slashes at their ends. */
function pathsOf(target: object): string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, target) as string | string[];
  return [paths].flat().map((path) => path.split('/').filter(Boolean).join('/'));
}
