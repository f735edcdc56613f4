import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { readUpload } from './upload';

/** A body that arrives at once. @param confirm runs before each part is read */
function upload(text: string, confirm: (request: Readable) => Promise<unknown> | void): Readable {
  const request = new Readable({ read: () => {} });
  request.push(text);
  return Object.assign(request, { confirmAdmission: async () => confirm(request) });
}

async function read(request: Readable): Promise<string> {
  let text = '';
  for await (const chunk of readUpload(request as Request)) text += chunk.toString();
  return text;
}

it('takes a body for whole that ends while its admission is confirmed', async () => {
  let confirmed = 0;
  const request = upload('whole', (body) => (++confirmed === 2 ? once(body, 'close') : undefined));
  request.push(null);
  expect(await read(request)).toBe('whole');
  expect([confirmed, request.destroyed]).toEqual([2, true]);
});

it('refuses a body whose connection breaks meanwhile', async () => {
  let confirmed = 0;
  const request = upload('ha', (body) => {
    if (++confirmed === 2) body.destroy();
  });
  await expect(read(request)).rejects.toMatchObject({ message: 'The body did not arrive whole.' });
});
