import { getMetadataArgsStorage } from 'typeorm';
import { SCOPES } from '../scopes/scope-names';
import { writeScopes } from '../scopes/scopes';
import { ApiKey } from './api-key.entity';

it('has room for every scope', () => {
  const column = getMetadataArgsStorage()
    .filterColumns(ApiKey)
    .find(({ propertyName }) => propertyName === 'scopes');
  expect(Number(column!.options.length)).toBeGreaterThanOrEqual(writeScopes(SCOPES).length);
});
