import { FilterText } from '../../form/filter-text';
import { Crumbs } from '../../page/crumbs';
import { Page } from '../../page/page';
import { firstOf, useSearchParams } from '../../search-params';
import { statsRequest } from './use-visit-stats';
import { SpanChoice, useSpan, Visits } from './visits';
import classes from './visits.module.css';

/** What is known of the visits of all links, or of those with a tag. */
export default function VisitsScreen() {
  const [search, change] = useSearchParams();
  const shown = useSpan();
  const tag = firstOf(search['tag']) || undefined;
  const of = { tag };
  return (
    <Page
      title="Visits"
      crumbs={
        <Crumbs to="/links" list="Links">
          Visits
        </Crumbs>
      }
      lead={tag === undefined ? 'Of all links, including those deleted since.' : `Of the links tagged “${tag}”.`}
      requests={[
        { label: 'Visits over time', ...statsRequest(of, shown.span.unit, shown.span.from) },
        { label: 'Where they came from', ...statsRequest(of, 'referrer', shown.span.from) },
      ]}
    >
      <div className={classes.filters}>
        <FilterText
          aria-label="Tag, exactly"
          placeholder="Tag, exactly"
          maxLength={50}
          value={tag ?? ''}
          onChange={(value) => change({ tag: value || undefined })}
        />
        <SpanChoice {...shown} />
      </div>
      <Visits of={of} span={shown.span} />
    </Page>
  );
}
