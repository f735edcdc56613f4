const { Redis } = require('ioredis');

/** The Redis that TEST_REDIS_URL names, or one on this machine's standard port; null when none answers. */
async function findRedis(environment) {
  const url = environment.TEST_REDIS_URL || 'redis://127.0.0.1:6379';
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1000 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return url;
  } catch (error) {
    if (environment.TEST_REDIS_URL)
      throw new Error(`TEST_REDIS_URL names a Redis that can't be used: ${error.message}`, { cause: error });
    return null;
  } finally {
    redis.disconnect();
  }
}

module.exports = { findRedis };
