import ts from 'typescript';

/** The bundle itself, and the function that each module is in. */
const MODULE_DEPTH = 2;

/** Comments are read too otherwise, which takes as long as the code. */
const PARSING = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** What esbuild writes to set a name. */
const SETTER = 'var __name = (target, value) =>';

/**
 * Takes out what esbuild's `keepNames` does to functions inside of functions. It would set the name anew each time that one is
 * made, and cost a sixth of the throughput; V8 names them as they are written. Classes, and what stands at the top of a module,
 * are named once, and only where esbuild has renamed them: `bind` takes its slow way with a function whose name was set, and
 * Express binds one for each request. Blanks take the place of what goes, so that the source map stays true.
 */
export function spareNames(bundle) {
  if (!bundle.includes(SETTER)) throw new Error('esbuild sets names in another way now.');
  const code = bundle.replace(SETTER, `${SETTER} target.name === value ? target :`);
  const spans = [];
  const visit = (node, depth) => {
    if (depth > MODULE_DEPTH && isNaming(node)) {
      const [target, name] = node.arguments;
      spans.push([node.expression.getStart(source), node.expression.end], [target.end, name.end]);
    }
    const inside = ts.isFunctionLike(node) ? depth + 1 : depth;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  const source = ts.createSourceFile('bundle.js', code, PARSING);
  visit(source, 0);
  let result = '';
  let at = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    result += code.slice(at, start) + code.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return result + code.slice(at);
}

function isNaming(node) {
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === '__name' &&
    node.arguments[0].kind !== ts.SyntaxKind.ThisKeyword
  );
}
