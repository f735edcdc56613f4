import { screen } from '@testing-library/react';
import type { AuditRecord } from '../src/audit/audit-records';
import { TargetLink } from '../src/audit/target-link';
import { show } from './show';

const recordOf = (after: object): AuditRecord => ({
  id: 9,
  at: 0,
  apiKeyId: 1,
  apiKeyName: 'bootstrap',
  address: '',
  requestId: '',
  action: 'create',
  targetType: 'link',
  targetId: 211,
  before: null,
  after: after as AuditRecord['after'],
});

describe('what an audit record leads to', () => {
  it.each([
    [{ name: 'spring' }, '/links/spring'],
    // The service's own address may have another link of this name.
    [{ name: 'spring', domain: 'go.example.com' }, '/links/spring@go.example.com'],
  ])('is the link %j', async (after, path) => {
    await show(<TargetLink record={recordOf(after)} />);
    const { href } = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open the link' });
    expect(decodeURIComponent(new URL(href).pathname)).toBe(path);
  });
});
