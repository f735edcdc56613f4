import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RELEASE_FIELDS } from '../../../src/catalog/releases/release-fields';
import { answerOf, api } from '../api/client';
import type { CreateReleaseDto } from '../api/schema';
import { useIdempotencyKey } from '../api/use-idempotency-key';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { changesIn, entriesOf, type Entries, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { fromLocalInput } from '../text/times';
import { ReleasedAt } from './released-at';
import { RELEASE_FORM, releasesKey } from './releases';

const EMPTY: Entries = { version: '', platform: '', releasedAt: '', ...entriesOf(RELEASE_FORM) };

interface CreateReleaseProps {
  pid: number;
  opened: boolean;
  onClose: () => void;
}

/** Registers a version of a product. */
export function CreateRelease({ pid, opened, onClose }: CreateReleaseProps) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft(`new release of ${pid}`, EMPTY);
  const { headerFor, renew } = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = { ...changesIn(RELEASE_FORM, values, EMPTY), ...namedBy(values) } as CreateReleaseDto;
      const params = { path: { pid }, header: headerFor(body) };
      return answerOf(api.POST('/api/products/{pid}/releases', { params, body }));
    },
    onSuccess: ({ version }) => {
      setValues(EMPTY);
      renew();
      notify(`Version ${version} is registered.`);
      void cache.invalidateQueries({ queryKey: releasesKey(pid) });
      onClose();
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const input = (name: 'version' | 'platform') => {
    const { label, meaning, placeholder } = RELEASE_FIELDS[name].console;
    return (
      <TextInput
        label={label}
        description={meaning}
        placeholder={placeholder}
        value={values[name]}
        onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
      />
    );
  };
  return (
    <FormDrawer
      title="New release"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Register release"
      isBusy={create.isPending}
      canSubmit={values.version.trim() !== '' && values.url.trim() !== ''}
      error={create.error}
      draft={draft}
    >
      {input('version')}
      <ReleasedAt value={values.releasedAt} onChange={(releasedAt) => setValues({ ...values, releasedAt })} />
      {input('platform')}
      <RecordInputs
        fields={RELEASE_FORM}
        entries={values}
        onChange={(entries) => setValues({ ...values, ...entries })}
      />
    </FormDrawer>
  );
}

/** What stays as it is once a release is registered, and its time; what is left empty is left out. */
function namedBy({ version, platform, releasedAt }: Entries): object {
  const at = fromLocalInput(releasedAt);
  return {
    version: version.trim(),
    ...(platform.trim() !== '' && { platform: platform.trim() }),
    ...(at !== undefined && { releasedAt: at }),
  };
}
