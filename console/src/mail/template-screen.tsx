import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { TemplateDto } from '../api/schema';
import { Crumbs } from '../page/crumbs';
import { NothingHere } from '../page/nothing-here';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { productsQuery } from '../products/products';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { type Kind, KIND_WORDS } from './mails';
import { TemplateEditor } from './template-editor';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'zh'];
const isKind = (text: string): text is Kind => Object.hasOwn(KIND_WORDS, text);

/** What emails of a kind say, in a language and for a product, beside what a customer sees of it. */
export default function TemplateScreen() {
  const kind = useParams({ strict: false })['kind'] ?? '';
  return isKind(kind) ? <OfKind kind={kind} /> : <NothingHere />;
}

function OfKind({ kind }: { kind: Kind }) {
  const [search, change] = useSearchParams();
  const seesProducts = useCan('products:read');
  const { data: products } = useQuery({ ...productsQuery, enabled: seesProducts });
  const language = firstOf(search['language']) ?? 'en';
  const pid = firstOf(search['product']);
  const product = pid !== undefined && /^\d{1,9}$/.test(pid) ? Number(pid) : undefined;
  const template = useQuery({
    queryKey: ['mail template', kind, language, product],
    queryFn: () => readTemplate(kind, language, product),
    gcTime: 0,
  });
  return (
    <Page
      title={KIND_WORDS[kind].name}
      lead={KIND_WORDS[kind].when}
      crumbs={
        <Crumbs to="/mail" list="Mail">
          {KIND_WORDS[kind].name}
        </Crumbs>
      }
      requests={[{ label: 'What it says', path: `/api/mail/templates/${kind}/${language}`, query: { product } }]}
    >
      <Group>
        <NativeSelect
          label="Language"
          data={LANGUAGES}
          value={language}
          onChange={(event) => change({ language: event.currentTarget.value })}
        />
        <NativeSelect
          label="Product"
          data={[
            { value: '', label: 'All without a text of their own' },
            ...[...(products?.values() ?? [])].map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={product === undefined ? '' : String(product)}
          onChange={(event) => change({ product: event.currentTarget.value || undefined })}
        />
      </Group>
      <ReadProblem error={template.error} />
      {template.isPending && <Waiting />}
      {template.data && (
        <TemplateEditor
          key={`${language} ${product} ${template.data.changedAt}`}
          template={template.data}
          language={language}
          product={product}
        />
      )}
    </Page>
  );
}

const getTemplate = (kind: Kind, language: string, product?: number): Promise<TemplateDto> => {
  const params = { path: { kind, language }, query: { product } };
  return answerOf(api.GET('/api/mail/templates/{kind}/{language}', { params }));
};

/** The template of the product and language, or what there is to begin with: it counts as shipped then. */
async function readTemplate(kind: Kind, language: string, product: number | undefined): Promise<TemplateDto> {
  try {
    return await getTemplate(kind, language, product);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    const begin = product === undefined ? getTemplate(kind, 'en') : readTemplate(kind, language, undefined);
    return { ...(await begin), isShipped: true };
  }
}
