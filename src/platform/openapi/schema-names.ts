import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The document with schemas that go by what they are, such as `LicenseKey`, in its sentences too: `Dto` is a word of this
 * source, which readers and generated clients have no use for.
 */
export function withSchemaNames(document: OpenAPIObject): OpenAPIObject {
  const names = new Set(Object.keys(document.components?.schemas ?? {}));
  const text = JSON.stringify(document).replaceAll(/\b(\w+)Dto\b/g, (word, name: string) =>
    names.has(word) ? name : word,
  );
  return JSON.parse(text) as OpenAPIObject;
}
