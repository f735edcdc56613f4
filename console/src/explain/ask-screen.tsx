import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { useCustomerName } from '../customers/customer-names';
import { keyQuery } from '../keys/one/key-query';
import { Crumbs } from '../page/crumbs';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { AskForm } from './ask-form';

/** The check to begin with: a certain one, or the last of the key. */
const askedBefore = (keyId: number, log: number | undefined) =>
  queryOptions({
    queryKey: ['keys', 'asked', keyId, log],
    queryFn: async ({ signal }) => {
      // Ids ascend: the log itself is the newest before the next id.
      const query = { key: String(keyId), limit: 1, ...(log !== undefined && { before: log + 1 }) };
      const [newest] = await answerOf(api.GET('/api/logs', { params: { query }, signal }));
      return newest ?? null;
    },
  });

/** What a check of a license key would be answered, for any device, address and time. */
export default function AskScreen() {
  const id = useParams({ strict: false })['id']!;
  const [search] = useSearchParams();
  const log = Number(firstOf(search['log'])) || undefined;
  const { data: licenseKey, error } = useQuery(keyQuery(id));
  const name = useCustomerName(licenseKey?.uuid ?? '');
  const maySeeLogs = useCan('logs:read');
  const isKnown = licenseKey !== undefined && maySeeLogs;
  const asked = useQuery({ ...askedBefore(licenseKey?.id ?? 0, log), enabled: isKnown });
  const isReady = licenseKey !== undefined && (!maySeeLogs || !asked.isPending);
  return (
    <Page
      title="What would a check answer?"
      lead="Asking logs nothing and changes nothing."
      crumbs={
        <Crumbs to={`/keys/${id}`} list={licenseKey ? name : 'License key'}>
          Ask
        </Crumbs>
      }
    >
      <ReadProblem error={error ?? asked.error} />
      {isReady && <AskForm licenseKey={licenseKey} asked={asked.data ?? undefined} />}
      {!isReady && !error && <Waiting />}
    </Page>
  );
}
