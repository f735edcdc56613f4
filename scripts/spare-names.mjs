import ts from 'typescript';

/** The bundle itself, and the function that each module is in. */
const MODULE_DEPTH = 2;

/** Comments are read too otherwise, which takes as long as the code. */
const PARSING = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** What esbuild writes to set a name. */
const SETTER = 'var __name=(target,value)=>';

/**
 * Removes esbuild's `keepNames` calls inside functions. They would set a name each time a function is made, a sixth of the throughput; without
 * them V8 infers the names (an identity function in their place would leave arrow functions nameless). Classes and functions at the top of a
 * module are named once, and only if esbuild renamed them: `bind` is slow on functions whose name was set. Blanks replace what goes, so that
 * the source map holds.
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
