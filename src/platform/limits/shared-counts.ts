import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { DatabaseTarget, MysqlTarget } from '../settings/database-url';
import { Settings } from '../settings/settings';
import { type Limit, LocalCounts } from './local-counts';
import { PrimaryCounts } from './primary-counts';

/** Longest wait for Redis, in milliseconds. */
const PATIENCE_MS = 100;
/** Pause after a Redis timeout, in milliseconds. */
const PAUSE_MS = 1000;
const LONGEST_RETRY_MS = 2000;

/** The first hit starts the window; the first excess hit restarts it for the block. */
const INCREMENT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if hits == tonumber(ARGV[2]) + 1 and tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/** Counts in Redis if `REDIS_URL` is set; otherwise, or while Redis is away, in this process or the parent of all workers. */
@Injectable()
export class SharedCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private redis: Redis | undefined;
  private readonly prefix: string;
  private readonly local = new LocalCounts();
  private readonly primary = cluster.isWorker ? new PrimaryCounts() : undefined;
  private isAway = false;
  private pausedUntil = 0;

  constructor(private readonly settings: Settings) {
    this.prefix = prefixFor(settings.database);
  }

  async onModuleInit(): Promise<void> {
    const { redisUrl } = this.settings;
    if (redisUrl !== undefined) this.redis = await this.connect(redisUrl);
  }

  /** @returns seconds until the next hit is allowed; 0 if within the limit */
  async count(key: string, limit: Limit): Promise<number> {
    return Math.ceil((await this.countAnywhere(key, limit)) / 1000);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private async countAnywhere(key: string, limit: Limit): Promise<number> {
    if (this.redis?.status === 'ready' && performance.now() >= this.pausedUntil) {
      try {
        return await this.countShared(this.redis, key, limit);
      } catch (error) {
        this.pausedUntil = performance.now() + PAUSE_MS;
        this.noteAway(error);
      }
    }
    return (await this.primary?.count(key, limit)) ?? this.local.count(key, limit);
  }

  private async countShared(redis: Redis, key: string, { name, most, windowMs, blockMs = 0 }: Limit): Promise<number> {
    const answer = await redis.eval(INCREMENT, 1, `${this.prefix}${name}:${key}`, windowMs, most, blockMs);
    const [hits, remaining] = answer as [number, number];
    this.noteBack();
    return hits > most ? Math.max(1, remaining) : 0;
  }

  /** Loaded only with Redis, as it takes 1.7 MB of memory. */
  private async connect(url: string): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(url, {
      // If a command can't be sent now, the hit is counted locally; nothing is queued or sent later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      // A timed-out command may still be counted later, so its connection is closed too.
      socketTimeout: PATIENCE_MS,
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

/** Instances on one database count together; other keylinks on the same Redis don't. */
function prefixFor(target: DatabaseTarget): string {
  const name = target.engine === 'mysql' ? `${serverNames(target).join()}/${target.database}` : target.file;
  return `keylink:${createHash('sha256').update(name).digest('hex').slice(0, 12)}:`;
}

/** Instances may list a cluster's servers in different orders. */
function serverNames({ servers }: MysqlTarget): string[] {
  return servers.map(({ host, port }) => `${host}:${port}`).toSorted();
}
