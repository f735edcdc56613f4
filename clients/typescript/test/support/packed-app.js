// The body of a program that has the package installed as `keylink`: what it can do there, on any Node. It comes as ES module
// and as CommonJS, with the line before that loads the package.
async function main([url, rootKey]) {
  let kept;
  const store = { load: () => kept, save: (text) => void (kept = text) };
  const device = await keylink.deviceId({ file: `${process.cwd()}/device-id` });
  const check = (at) =>
    keylink.createClient({ url: at, rootKey, product: 6, store }).check({ key: 'a-license-key', device });
  const [first, second] = [await check(url), await check('http://127.0.0.1:1')];
  const names = Object.keys(keylink).filter((name) => name !== 'default');
  console.log(JSON.stringify({ names, first: first.source, second: second.source, version: process.version }));
}

void main(process.argv.slice(2));
