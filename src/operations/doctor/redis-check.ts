import { reasonOf } from './explain';
import type { Finding } from './finding';

const PATIENCE_MS = 2000;

export async function checkRedis(url: string): Promise<Finding> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  });
  let reason: string | undefined;
  redis.on('error', (error) => (reason = reasonOf(error)));
  try {
    await redis.connect();
    await redis.ping();
    return { check: 'redis', status: 'ok', message: 'answers; limits are shared between instances.' };
  } catch (error) {
    return {
      check: 'redis',
      status: 'warning',
      message: `does not answer (${reason ?? reasonOf(error)}); each instance counts limits for itself.`,
    };
  } finally {
    redis.disconnect();
  }
}
