import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rawAnswer } from '../api/client';

/** What is asked for: a license for a device, for the device of a request code, or for any. */
export interface Order {
  device?: string;
  request?: string;
  days?: number;
}

/** A license that was just issued. It is stored nowhere but here. */
export interface Issued {
  license: string;
  /** What a program takes: the license, and the key sets that vouch for it where the service sends them along. */
  file: string;
  fileName: string;
  /** Of the QR code. */
  image: string;
}

/** Issues offline licenses of a license key. */
export function useIssue(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => issue(id, order),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['offline-licenses', 'of', id] }),
  });
}

async function issue(id: string, order: Order): Promise<Issued> {
  // First, so that no license is issued that can't be shown.
  const { qrImage } = await import('./qr');
  const answer = await rawAnswer(`/api/keys/${encodeURIComponent(id)}/license?format=file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const file = await answer.text();
  const license = file.trim().split('\n').at(-1) ?? '';
  return { license, file, fileName: fileNameOf(answer), image: qrImage(license) };
}

const fileNameOf = ({ headers }: Response) =>
  /filename="?([\w.-]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'license.txt';
