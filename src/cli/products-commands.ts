import { because, readReason } from '../access/audit/reason';
import { CreateProductDto } from '../catalog/products/dto/create-product.dto';
import type { ProductDto } from '../catalog/products/dto/product.dto';
import { UpdateProductDto } from '../catalog/products/dto/update-product.dto';
import { ProductsModule } from '../catalog/products/products.module';
import { ProductsService } from '../catalog/products/products.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function list({ json }: WithJson): Promise<void> {
  const all = await readDatabase([ProductsModule], (providers) =>
    allPages((after) => providers.get(ProductsService).getPage({ limit: PAGE_LIMIT, after }), -1),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine('No products yet.');
  else
    printTable([
      ['PID', 'NAME', 'DESCRIPTION', 'CREATED'],
      ...all.map(({ id, name, description = '', createdAt }) => [
        String(id),
        name,
        description,
        showTime(createdAt, ''),
      ]),
    ]);
}

export async function create({ json, ...values }: WithJson & Record<string, unknown>): Promise<void> {
  const body = await validate(CreateProductDto, values);
  const product = await withProducts((products) => products.create(body, commandLineActor()));
  if (json) printJson(product);
  else printLine(`Product ${called(product)} was created.`);
}

export async function update(
  pid: string,
  { json, reason, ...values }: WithJson & WithReason & Record<string, unknown>,
): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --name <text>; --help lists all fields.');
  const body = await validate(UpdateProductDto, values);
  const actor = because(commandLineActor(), readReason(reason));
  const product = await withProducts((products) => products.update(pid, body, actor));
  if (json) printJson(product);
  else printLine(`Product ${called(product)} was changed.`);
}

export async function deleteProduct(pid: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const product = await withProducts((products) => products.delete(pid, actor));
  if (json) printJson(product);
  else printLine(`Product ${called(product)} was deleted; its license keys stay.`);
}

/** With the license keys: the next free pid depends on them. */
function withProducts<T>(work: (products: ProductsService) => Promise<T>): Promise<T> {
  return withDatabase([ProductsModule, LicenseKeysModule], (providers) => work(providers.get(ProductsService)));
}

const called = ({ id, name }: ProductDto): string => `${id} (${name})`;
