import { fieldsOf } from './multipart';

const part = (head: string, content: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const read = (...parts: string[]) => fieldsOf(Buffer.from(`${parts.join('')}--x--\r\n`), 'x');

it('reads fields and files, the first of each name', () => {
  const fields = read(
    part('name="form"', 'token'),
    part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'KLR1.abc\r\n'),
    part('name="form"', 'other'),
  );
  expect({ ...fields }).toEqual({ form: 'token', file: 'KLR1.abc\r\n' });
});

it('has no names that objects have by themselves', () => {
  expect(read(part('name="a"', 'b')).constructor).toBeUndefined();
  expect(read(part('name="__proto__"', 'b')).polluted).toBeUndefined();
});

it.each([
  ['nothing', ''],
  ['no boundary', 'abc'],
  ['no end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'],
  ['too many parts', `${part('name="a"', 'b').repeat(30)}--x--`],
])('refuses %s', (_, body) => {
  expect(() => fieldsOf(Buffer.from(body), 'x')).toThrow('did not arrive whole');
});

it('leaves out parts without a name', () => {
  expect({ ...read('--x\r\nno head', part('filename="a"', 'b')) }).toEqual({});
});
