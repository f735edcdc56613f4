import { Choice } from '../form/choice';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { mayDo, useMe } from '../session/me';
import { ExportPanel } from './export-panel';
import { ImportPanel } from './import-panel';
import { KINDS } from './kinds';
import classes from './transfer.module.css';

/** Files in, files out. */
export default function TransferScreen() {
  const [search, change] = useSearchParams();
  const me = useMe();
  const kinds = KINDS.filter(({ reads, writes }) => mayDo(me, reads, writes));
  const kind = kinds.find(({ name }) => name === firstOf(search['of'])) ?? kinds[0];
  return (
    <Page
      title="Import & export"
      requests={[{ label: `All ${kind.title.toLowerCase()}`, path: `${kind.path}/export`, query: { format: 'csv' } }]}
      actions={
        kinds.length > 1 && (
          <Choice
            label="What"
            value={kind.name}
            onChange={(of) => change({ of })}
            options={kinds.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )
      }
    >
      <div className={classes.panels}>
        <ImportPanel key={kind.name} kind={kind} />
        {mayDo(me, kind.reads) && <ExportPanel kind={kind} />}
      </div>
    </Page>
  );
}
