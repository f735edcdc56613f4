import { nameOfProduct, useProducts } from './products';

/** A product as people call it; its pid shows on hover. */
export function ProductName({ pid }: { pid: number }) {
  const products = useProducts();
  return <span title={products.has(pid) ? `Product ${pid}` : undefined}>{nameOfProduct(products, pid)}</span>;
}
