export function decoratedClass(properties: Readonly<Record<string, readonly PropertyDecorator[]>>): new () => object {
  // Decorators need the prototype, and the properties are known only at runtime.
  // oxlint-disable-next-line typescript/no-extraneous-class
  class Decorated {}
  for (const [name, decorators] of Object.entries(properties)) {
    for (const decorator of decorators) decorator(Decorated.prototype, name);
  }
  return Decorated;
}
