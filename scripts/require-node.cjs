// Written so that every Node of the last ten years can read it; scripts/bundle.mjs puts it into the runner of dist/.
const { engines } = require('../package.json');

/** Ends the process with one sentence where Node is older than package.json asks for: the build would fail with a stack. */
function requireNode() {
  const needed = engines.node.replace('>=', '');
  const [left, right] = [process.versions.node, needed].map((version) => version.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0 || left[at] > right[at]) return;
  const { node } = process.versions;
  process.stderr.write(
    `keylink needs Node ${needed} or newer, and this is Node ${node}: https://nodejs.org/en/download\n`,
  );
  process.exit(1);
}

module.exports = { requireNode };
