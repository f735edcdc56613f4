const ADDRESS_BITS = { 4: 32, 6: 128 } as const;
const RECORD_BITS = 24;
const SEPARATOR = 16;
const MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');

const [TEXT, UINT16, UINT32, MAP] = [2, 5, 6, 7];
/** Types beyond seven have a byte of their own. */
const [UINT64, ARRAY] = [2, 4];

/** A network, or part of one: what its two halves lead to, nodes or the code of a country. */
type Half = Node | string | undefined;
type Node = [Half, Half];

/**
 * An mmdb file of countries, as GEO_DATABASE names one.
 * @param networks the codes of countries by networks that don't overlap, such as `198.51.100.0/24`
 * @param version 4 for a file that has none of IPv6
 */
export function countryDatabase(networks: Readonly<Record<string, string>>, version: 4 | 6 = 6): Buffer {
  const root: Node = [undefined, undefined];
  for (const [network, code] of Object.entries(networks)) put(root, bitsOf(network, version), code);
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((half): half is Node => Array.isArray(half)));
  const codes = [...new Set(Object.values(networks))];
  const records = codes.map((code) => map({ country: map({ iso_code: text(code) }) }));
  const offsets = new Map(codes.map((code, at) => [code, Buffer.concat(records.slice(0, at)).length]));
  const tree = Buffer.alloc((nodes.length * 2 * RECORD_BITS) / 8);
  for (const [place, node] of nodes.entries()) {
    for (const [side, half] of node.entries()) {
      const value = Array.isArray(half)
        ? nodes.indexOf(half)
        : nodes.length + (half === undefined ? 0 : SEPARATOR + offsets.get(half)!);
      tree.writeUIntBE(value, (2 * place + side) * 3, 3);
    }
  }
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...records, MARKER, metadata(nodes.length, version)]);
}

function put(root: Node, bits: readonly number[], code: string): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit];
    node = Array.isArray(next) ? next : (node[bit] = [undefined, undefined]);
  }
  node[bits.at(-1)!] = code;
}

/** IPv4 has the networks of IPv6 that begin with 96 times 0. */
function bitsOf(network: string, version: 4 | 6): number[] {
  const [address, length] = network.split('/');
  const isLong = address.includes(':');
  const numbers = isLong ? wordsOf(address) : address.split('.').map(Number);
  const width = isLong ? 16 : 8;
  const bits = numbers.flatMap((number) => number.toString(2).padStart(width, '0').split('').map(Number));
  const zeros = Array<number>(ADDRESS_BITS[version] - bits.length).fill(0);
  return [...zeros, ...bits.slice(0, Number(length))];
}

function wordsOf(address: string): number[] {
  const [before, after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((word) => parseInt(word, 16));
}

const metadata = (nodes: number, version: 4 | 6): Buffer =>
  map({
    binary_format_major_version: number(UINT16, 2, 2),
    binary_format_minor_version: number(UINT16, 2, 0),
    build_epoch: Buffer.from([1, UINT64, 1]),
    database_type: text('Countries'),
    description: map({}),
    ip_version: number(UINT16, 2, version),
    languages: Buffer.from([0, ARRAY]),
    node_count: number(UINT32, 4, nodes),
    record_size: number(UINT16, 2, RECORD_BITS),
  });

const text = (value: string): Buffer =>
  Buffer.from(`${String.fromCharCode((TEXT << 5) | value.length)}${value}`, 'latin1');

function number(type: number, bytes: number, value: number): Buffer {
  const written = Buffer.alloc(1 + bytes, (type << 5) | bytes);
  written.writeUIntBE(value, 1, bytes);
  return written;
}

function map(fields: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(fields);
  return Buffer.concat([
    Buffer.from([(MAP << 5) | entries.length]),
    ...entries.flatMap(([name, value]) => [text(name), value]),
  ]);
}
