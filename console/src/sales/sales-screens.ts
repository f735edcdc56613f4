import type { Screen } from '../screens';
import { ShoppingBagIcon } from '../theme/icons';

/** The screens of sales, in the order of the navigation. */
export const SALES_SCREENS: readonly Screen[] = [
  {
    path: '/sales',
    guide: 'console#sales',
    title: 'Sales',
    scopes: ['sales:read'],
    group: 'work',
    icon: ShoppingBagIcon,
    load: () => import('./orders-screen'),
  },
  {
    path: '/sales/orders/$id',
    guide: 'console#sales',
    title: 'Order',
    scopes: ['sales:read'],
    load: () => import('./order-screen'),
  },
  {
    path: '/sales/shops',
    guide: 'console#sales',
    title: 'Shops',
    scopes: ['sales:read'],
    load: () => import('./shops-screen'),
  },
  {
    path: '/sales/shops/$id',
    guide: 'console#sales',
    title: 'Shop',
    scopes: ['sales:read'],
    load: () => import('./shop-screen'),
  },
];
