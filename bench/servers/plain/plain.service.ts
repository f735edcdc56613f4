import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { judge, type Verdict } from '../../../src/licensing/license-check/verdict';
import { LicenseKey } from '../../../src/licensing/license-keys/license-key.entity';
import { LicenseLog } from '../../../src/licensing/license-logs/license-log.entity';
import { Link } from '../../../src/links/link.entity';
import type { CheckDto } from './check.dto';

/** Each request for itself, through repositories, as TypeORM's documentation shows it. */
@Injectable()
export class PlainService {
  constructor(
    @InjectRepository(LicenseKey) private readonly licenseKeys: Repository<LicenseKey>,
    @InjectRepository(LicenseLog) private readonly licenseLogs: Repository<LicenseLog>,
    @InjectRepository(Link) private readonly links: Repository<Link>,
  ) {}

  findKey(id: string): Promise<LicenseKey | null> {
    return this.licenseKeys.findOneBy(/^\d+$/.test(id) ? { id: Number(id) } : { key: id });
  }

  async check({ id, pid, info = '' }: CheckDto, ip: string): Promise<Verdict> {
    const licenseKey = await this.findKey(id);
    const timeAt = Date.now();
    const verdict = judge(licenseKey ?? undefined, { pid, address: ip }, timeAt);
    if (licenseKey) {
      await this.licenseLogs.insert({ keyId: licenseKey.id, timeAt, ip, details: info, status: verdict.status });
      await this.licenseKeys.update({ id: licenseKey.id }, { lastSeen: timeAt });
    }
    return verdict;
  }

  async visit(name: string): Promise<string | undefined> {
    const link = await this.links.findOneBy({ nameKey: name.toLowerCase() });
    if (link) await this.links.increment({ id: link.id }, 'count', 1);
    return link?.url;
  }
}
