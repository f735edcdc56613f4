import { hash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { databaseFault } from '../../platform/database/database-errors';
import { Jobs } from '../../platform/jobs/jobs';
import { Settings } from '../../platform/settings/settings';
import { DAY_MS, startOf } from '../../platform/time-ranges/spans';
import { seal, unseal } from '../../signing/sealing';
import { SecretKey } from '../../signing/secret-key';
import { VisitSalt } from './visit-salt.entity';

const SALT_BYTES = 32;
const FILE_MODE = 0o600;
/** 36 bits in base64url. */
const VISITOR_LENGTH = 6;
const RETRY_MS = 10_000;

/** Fits most User-Agents, to avoid allocations. */
const scratch = Buffer.alloc(1024);

interface Salt {
  readonly day: number;
  /** Undefined if unavailable for now. */
  readonly bytes: Buffer | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly until: number;
}

/**
 * The random salt of each day (UTC), without which visitors can't be identified. With the embedded database it is in a
 * file of its own, overwritten when the day is over; on servers in a row shared by all instances.
 */
@Injectable()
export class VisitSalts {
  private readonly logger = new Logger('VisitSalts');
  private salt: Salt | undefined;
  private loading: Promise<Salt> | undefined;

  constructor(
    @InjectRepository(VisitSalt) private readonly salts: Repository<VisitSalt>,
    private readonly secretKey: SecretKey,
    private readonly settings: Settings,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'visit-salts',
      everyMs: 60_000,
      longestMs: 60_000,
      doneBy: 'each instance',
      failure: 'The salt of a day that is over could not be destroyed; this is tried again.',
      run: () => this.destroyFormer(Date.now()),
    });
  }

  /**
   * The same for one address and User-Agent on one day; empty if visitors can't be counted for now. Synchronous if the
   * salt is cached, since it is called for each visit.
   */
  visitorOf(address: string, userAgent: string): string | Promise<string> {
    const now = Date.now();
    if (this.salt && now < this.salt.until) return visitor(this.salt, address, userAgent);
    return this.load(now).then((salt) => visitor(salt, address, userAgent));
  }

  /** @param now milliseconds since the Unix epoch */
  async destroyFormer(now: number): Promise<void> {
    const today = startOf(now, DAY_MS);
    if (this.salt && this.salt.day < today) this.salt = undefined;
    const { database } = this.settings;
    if (database.engine !== 'embedded') await this.salts.delete({ day: LessThan(today) });
    else if (await this.isFormer(saltFileOf(database.file), today)) await writeSalt(saltFileOf(database.file), 0);
  }

  private load(now: number): Promise<Salt> {
    this.loading ??= this.read(startOf(now, DAY_MS)).finally(() => (this.loading = undefined));
    return this.loading;
  }

  /** Never fails: a visit without a visitor is better than none. */
  private async read(day: number): Promise<Salt> {
    try {
      const { database } = this.settings;
      const bytes =
        database.engine === 'embedded' ? await readOrWriteSalt(saltFileOf(database.file), day) : await this.share(day);
      this.salt = { day, bytes, until: day + DAY_MS };
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Visitors can not be counted for now.');
      this.salt = { day, bytes: undefined, until: Date.now() + RETRY_MS };
    }
    return this.salt;
  }

  private async share(day: number): Promise<Buffer> {
    const found = await this.salts.findOneBy({ day });
    if (found) return this.open(found);
    const salt = randomBytes(SALT_BYTES);
    try {
      await this.salts.insert({ day, salt: this.close(day, salt) });
      return salt;
    } catch (error) {
      if (databaseFault(error) !== 'duplicate') throw error;
      return this.open(await this.salts.findOneByOrFail({ day }));
    }
  }

  private close(day: number, salt: Buffer): string {
    const key = this.secretKey.find();
    return key ? seal(key, ownerOf(day), salt) : salt.toString('base64');
  }

  private open({ day, salt }: VisitSalt): Buffer {
    const plain = Buffer.from(salt, 'base64');
    if (plain.length === SALT_BYTES) return plain;
    const key = this.secretKey.find();
    const opened = key && unseal(key, ownerOf(day), salt);
    if (!opened) throw new Error('The salt of the day was encrypted with another SECRET_KEY.');
    return opened;
  }

  private async isFormer(file: string, today: number): Promise<boolean> {
    const [day] = await readSalt(file);
    return day !== 0 && day < today;
  }
}

function visitor({ bytes }: Salt, address: string, userAgent: string): string {
  if (!bytes) return '';
  const text = `${address}\n${userAgent}`;
  const length = SALT_BYTES + text.length;
  const salted = length > scratch.length ? Buffer.allocUnsafe(length) : scratch;
  bytes.copy(salted);
  salted.write(text, SALT_BYTES, 'latin1');
  const hashed = hash('sha256', salted.subarray(0, length), 'base64url');
  // Neither salt nor address stays in memory.
  salted.fill(0, 0, length);
  return hashed.slice(0, VISITOR_LENGTH);
}

const saltFileOf = (database: string): string => `${database}.visit-salt`;

const ownerOf = (day: number): string => `visit-salt.${day}`;

async function readOrWriteSalt(file: string, day: number): Promise<Buffer> {
  const [found, salt] = await readSalt(file);
  return found === day && salt.length === SALT_BYTES ? salt : writeSalt(file, day);
}

/** Day 0 if there is none. */
async function readSalt(file: string): Promise<[day: number, salt: Buffer]> {
  try {
    const [day, salt = ''] = (await readFile(file, 'utf8')).split(' ');
    return [Number(day) || 0, Buffer.from(salt, 'base64')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [0, Buffer.alloc(0)];
    throw error;
  }
}

/** Overwrites the former one in place. */
async function writeSalt(file: string, day: number): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const handle = await open(file, 'r+').catch(() => open(file, 'w', FILE_MODE));
  try {
    await handle.write(`${String(day).padStart(15, '0')} ${salt.toString('base64')}\n`, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return salt;
}
