import { Injectable } from '@nestjs/common';
import { CUSTOMER_NOT_FOUND } from '../../catalog/customers/customers.service';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { toCustomerDto } from '../../catalog/customers/to-customer-dto';
import { notFound } from '../../platform/errors/errors';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { toLicenseLogDto } from '../license-logs/license-logs.service';
import { IssuedLicensesService } from '../offline-licenses/issued-licenses.service';
import { SeatsService } from '../seats/seats.service';
import { toUseDto, toUses, UsesRepository } from '../uses/uses.repository';
import { CustomerHistory } from './customer-history';
import { CustomerRecords } from './customer-records';

const ROWS_A_PAGE = 200;

/** Writes everything known about a customer as JSON, page by page, in bounded memory. */
@Injectable()
export class CustomerExport {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly seats: SeatsService,
    private readonly logs: LicenseLogsRepository,
    private readonly uses: UsesRepository,
    private readonly licenses: IssuedLicensesService,
    private readonly history: CustomerHistory,
    private readonly others: CustomerRecords,
  ) {}

  /** Pieces of the file; some are empty. @throws {ApiError} 404 before the first one */
  async *pieces(uid: string): AsyncGenerator<string> {
    const customer = await this.customers.findByUid(uid);
    const keys = this.licenseKeys.searchAll({ uid });
    const first = await keys.next();
    let page = first.done ? undefined : first.value;
    if (!customer && !page?.items.length && page?.upTo === undefined) throw notFound(CUSTOMER_NOT_FOUND);
    const uids = await this.history.uidsOf(uid, customer?.id);
    const head = { uid, exportedAt: Date.now(), customer: customer ? toCustomerDto(customer) : undefined };
    yield opened(head, 'changes');
    if (customer) yield* joined(this.history.changes('customer', customer.id, uids));
    yield '],"events":[';
    if (customer) yield* joined(this.history.events('customer', customer.id, uids));
    yield '],"licenseKeys":[';
    for (let separator = ''; page;) {
      for (const key of page.items) {
        yield separator;
        separator = ',';
        yield* this.keyPieces(key, uids);
      }
      const next = await keys.next();
      page = next.done ? undefined : next.value;
    }
    for (const { lists } of [...this.others.all, ...this.others.traces])
      for (const [name, pages] of Object.entries(lists)) yield* list(name, pages(uid));
    yield* list('otherChanges', this.history.otherChanges(uid, uids));
    yield* list('otherEvents', this.history.otherEvents(uid, uids));
    yield ']}';
  }

  private async *keyPieces(key: LicenseKey, uids: ReadonlySet<string>): AsyncGenerator<string> {
    yield opened(toLicenseKeyDto(key), 'devices');
    yield* joined(this.devices(key));
    yield* list('logs', this.logPages(key));
    yield* list('uses', this.usePages(key));
    yield* list('licenses', this.licensePages(key));
    yield* list('changes', this.history.changes('licenseKey', key.id, uids));
    yield* list('events', this.history.events('licenseKey', key.id, uids));
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

  private async *licensePages({ id }: LicenseKey): AsyncGenerator<object[]> {
    for (let before: number | undefined; ;) {
      const { items, next } = await this.licenses.getPage(String(id), { limit: ROWS_A_PAGE, before });
      yield items.map(({ apiKeyId: _id, apiKeyName: _name, ...license }) => license);
      if (next === undefined) return;
      before = next;
    }
  }
}

/** The start of an object whose last field is a list. */
const opened = (object: object, list: string): string => `${JSON.stringify(object).slice(0, -1)},"${list}":[`;

/** The end of a list, and the next one. */
async function* list(name: string, pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `],"${name}":[`;
  yield* joined(pages);
}

async function* joined(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    // Yields for empty pages too, so that the stream notices when a client leaves.
    yield page.length === 0 ? '' : separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
  }
}
