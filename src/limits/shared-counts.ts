import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ThrottlerStorage, ThrottlerStorageService } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import type { DatabaseTarget, MysqlTarget } from '../database/database-url';
import { Settings } from '../settings/settings';

type CountRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Longest that a request waits for Redis, in milliseconds. */
const PATIENCE_MS = 100;
/** How long a Redis that did not answer in time is left alone, in milliseconds. */
const PAUSE_MS = 1000;
const LONGEST_RETRY_MS = 2000;

/** Counts, starts the window with the first hit, and starts it anew with the first hit past the limit. */
const INCREMENT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if hits == tonumber(ARGV[2]) + 1 and tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/**
 * The throttler's counts: shared by all instances through Redis when `REDIS_URL` is set, else, and while Redis is
 * away, in this process. A request never fails because of Redis, and never waits long for it.
 */
@Injectable()
export class SharedCounts implements ThrottlerStorage, OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private readonly redis: Redis | undefined;
  private readonly prefix: string;
  private isAway = false;
  private pausedUntil = 0;

  constructor(
    settings: Settings,
    private readonly local: ThrottlerStorageService,
  ) {
    this.prefix = prefixFor(settings.database);
    this.redis = settings.redisUrl === undefined ? undefined : this.connect(settings.redisUrl);
  }

  async increment(key: string, ttl: number, limit: number, blockDuration: number, name: string): Promise<CountRecord> {
    // The throttler's own storage blocks a key under all of its names at once.
    const counted = `${name}:${key}`;
    if (this.redis?.status === 'ready' && performance.now() >= this.pausedUntil) {
      try {
        return await this.incrementShared(this.redis, counted, ttl, limit, blockDuration);
      } catch (error) {
        this.pausedUntil = performance.now() + PAUSE_MS;
        this.noteAway(error);
      }
    }
    return this.local.increment(counted, ttl, limit, blockDuration, name);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private async incrementShared(
    redis: Redis,
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
  ): Promise<CountRecord> {
    const answer = await redis.eval(INCREMENT, 1, this.prefix + key, ttl, limit, blockDuration);
    const [totalHits, remaining] = answer as [number, number];
    this.noteBack();
    const seconds = Math.max(1, Math.ceil(remaining / 1000));
    const isBlocked = totalHits > limit;
    return { totalHits, timeToExpire: seconds, isBlocked, timeToBlockExpire: isBlocked ? seconds : 0 };
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, {
      // What can't be sent now is counted here instead: nothing waits for a connection, and nothing is sent later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      connectTimeout: LONGEST_RETRY_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RETRY_MS),
    });
    redis.on('error', (error) => this.noteAway(error));
    redis.on('close', () => this.noteAway(undefined));
    redis.on('ready', () => this.noteBack());
    return redis;
  }

  private noteAway(error: unknown): void {
    if (this.isAway) return;
    this.isAway = true;
    const reason = error instanceof Error ? error.message : 'the connection was closed';
    this.logger.warn(`Redis does not answer (${reason}); limits are counted by each instance alone until it does.`);
  }

  private noteBack(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.log('Redis answers again; limits are shared between instances.');
  }
}

/** Instances on one database count together; another keylink on the same Redis counts for itself. */
function prefixFor(target: DatabaseTarget): string {
  const name = target.engine === 'mysql' ? `${serverNames(target).join()}/${target.database}` : target.file;
  return `keylink:${createHash('sha256').update(name).digest('hex').slice(0, 12)}:`;
}

/** Instances may name the servers of one cluster in different orders. */
function serverNames({ servers }: MysqlTarget): string[] {
  return servers.map(({ host, port }) => `${host}:${port}`).toSorted();
}
