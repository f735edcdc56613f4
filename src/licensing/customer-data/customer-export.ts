import { Injectable } from '@nestjs/common';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import type { TargetType } from '../../access/audit/change';
import { CustomerRecords } from './customer-records';
import { CUSTOMER_NOT_FOUND } from '../../catalog/customers/customers.service';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { toCustomerDto } from '../../catalog/customers/to-customer-dto';
import { notFound } from '../../platform/errors/errors';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { toLicenseLogDto } from '../license-logs/license-logs.service';
import { SeatsService } from '../seats/seats.service';
import { toUseDto, toUses, UsesRepository } from '../uses/uses.repository';

const ROWS_A_PAGE = 200;

/** Writes all that is known of a customer as JSON, page by page, so that it fits any number of logs. */
@Injectable()
export class CustomerExport {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly seats: SeatsService,
    private readonly logs: LicenseLogsRepository,
    private readonly uses: UsesRepository,
    private readonly audit: AuditRecordsRepository,
    private readonly others: CustomerRecords,
  ) {}

  /** Pieces of the file; some are empty. @throws {ApiError} 404 before the first one */
  async *pieces(uid: string): AsyncGenerator<string> {
    const customer = await this.customers.findByUid(uid);
    const keys = this.licenseKeys.searchAll({ uid });
    const first = await keys.next();
    let page = first.done ? undefined : first.value;
    if (!customer && !page?.items.length && page?.upTo === undefined) throw notFound(CUSTOMER_NOT_FOUND);
    const head = { uid, exportedAt: Date.now(), customer: customer ? toCustomerDto(customer) : undefined };
    yield opened(head, 'changes');
    if (customer) yield* joined(this.changes('customer', customer.id));
    yield '],"licenseKeys":[';
    for (let separator = ''; page;) {
      for (const key of page.items) {
        yield separator;
        separator = ',';
        yield* this.keyPieces(key);
      }
      const next = await keys.next();
      page = next.done ? undefined : next.value;
    }
    for (const records of this.others.all) {
      yield `],"${records.name}":[`;
      yield* joined(records.pages(uid));
    }
    yield ']}';
  }

  private async *keyPieces(key: LicenseKey): AsyncGenerator<string> {
    yield opened(toLicenseKeyDto(key), 'devices');
    yield* joined(this.devices(key));
    yield '],"logs":[';
    yield* joined(this.logPages(key));
    yield '],"uses":[';
    yield* joined(this.usePages(key));
    yield '],"changes":[';
    yield* joined(this.changes('licenseKey', key.id));
    yield ']}';
  }

  private async *devices({ id }: LicenseKey): AsyncGenerator<object[]> {
    for (let after: string | undefined; ;) {
      const { items, next } = await this.seats.getPage(String(id), { limit: ROWS_A_PAGE, after });
      yield items;
      if (next === undefined) return;
      after = next;
    }
  }

  private async *logPages({ id }: LicenseKey): AsyncGenerator<object[]> {
    for (let before: number | undefined; ;) {
      const rows = await this.logs.findNewest(id, ROWS_A_PAGE, before);
      yield rows.map(toLicenseLogDto);
      if (rows.length < ROWS_A_PAGE) return;
      before = rows[rows.length - 1][0];
    }
  }

  private async *usePages({ id }: LicenseKey): AsyncGenerator<object[]> {
    for (let before: number | undefined; ;) {
      const uses = toUses(await this.uses.findNewest(id, ROWS_A_PAGE, before));
      yield uses.map(toUseDto);
      if (uses.length < ROWS_A_PAGE) return;
      before = uses[uses.length - 1].id;
    }
  }

  private async *changes(targetType: TargetType, targetId: number): AsyncGenerator<object[]> {
    for await (const { items } of this.audit.search({ targetType, targetId }, ROWS_A_PAGE)) {
      yield items.map(({ at, action, before, after, reason }) => ({
        at,
        action,
        before: parsed(before),
        after: parsed(after),
        reason: reason ?? undefined,
      }));
    }
  }
}

/** An object that goes on with a list. */
const opened = (object: object, list: string): string => `${JSON.stringify(object).slice(0, -1)},"${list}":[`;

async function* joined(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    // Empty pages yield too: between two pieces the stream notices that a client has left.
    yield page.length === 0 ? '' : separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
  }
}

const parsed = (state: string | null): unknown => (state === null ? null : JSON.parse(state));
