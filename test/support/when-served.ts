import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from './api-client';

/** Sends a request again while the answer is 503: of a hundred at once, a busy machine may keep some waiting longer than the service lets them. */
export async function whenServed(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await sleep(200);
  }
}
