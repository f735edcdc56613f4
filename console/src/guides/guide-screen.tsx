import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NothingHere } from '../page/nothing-here';
import { Page } from '../page/page';
import { ProblemAlert } from '../page/problem-alert';
import { GuideText } from './guide-text';
import { guideNames, readGuide } from './guides';

/** One of the guides that come with the service. */
export default function GuideScreen() {
  const { name = '' } = useParams({ strict: false });
  const { hash } = useLocation();
  const { data, error } = useQuery({
    queryKey: ['guide', name],
    queryFn: async () => (await readGuide(name)) ?? null,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [data, hash]);
  if (data === null) return <NothingHere />;
  return (
    <Page title={data === undefined ? 'Guide' : titleOf(data)}>
      <ProblemAlert error={error} />
      {data === undefined && !error && <Skeleton height={400} />}
      {data !== undefined && <GuideText text={data} names={guideNames()} />}
    </Page>
  );
}

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? 'Guide';
