import type { OpenAPIObject } from '@nestjs/swagger';

/** Removes the suffix `Dto` from schema names, also in sentences. */
export function withSchemaNames(document: OpenAPIObject): OpenAPIObject {
  const names = new Set(Object.keys(document.components?.schemas ?? {}));
  const text = JSON.stringify(document).replaceAll(/\b(\w+)Dto\b/g, (word, name: string) =>
    names.has(word) ? name : word,
  );
  return JSON.parse(text) as OpenAPIObject;
}
