import type { ApiClient } from './api-client';

/** All pages of a list, by the `Link` of each. */
export async function readPages(client: ApiClient, path: string): Promise<{ id: number }[][]> {
  const pages = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, headers, body } = await client.get(next);
    expect([next, status]).toEqual([next, 200]);
    pages.push(body);
    next = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
  }
  return pages;
}
