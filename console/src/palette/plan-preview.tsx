import type { PlanDto } from '../api/schema';
import { TERMS } from '../plans/plan-words';
import { ProductName } from '../products/product-name';
import { useCan } from '../session/me';
import { KeyRoundIcon, PencilIcon } from '../theme/icons';
import type { PreviewProps } from './preview';
import { Act, Acts, Fact, Head, Mini } from './preview-parts';

/** A plan: what it says of the time and the devices of its keys, and where to change it. */
export function PlanPreview({ entry, plan, onGo }: PreviewProps & { plan: PlanDto }) {
  const { code, name, product } = plan;
  const maySeeKeys = useCan('keys:read');
  const go = (to: string, search: Record<string, string>) => onGo({ ...entry, deed: { to, search } });
  return (
    <>
      <Head title={name} below={<ProductName pid={product} />} />
      <Acts>
        <Act isFirst label="Open product" onClick={() => onGo(entry)} />
        <Act
          label="Change plan…"
          icon={PencilIcon}
          scopes={['plans:write']}
          onClick={() => go(`/products/${product}`, { plan: code })}
        />
        {maySeeKeys && (
          <Act
            label="Show its keys"
            icon={KeyRoundIcon}
            onClick={() => go('/keys', { pid: String(product), plan: code })}
          />
        )}
      </Acts>
      <Mini>
        {TERMS.map(({ label, words }) => (
          <Fact key={label} name={label}>
            {words(plan)}
          </Fact>
        ))}
      </Mini>
    </>
  );
}
