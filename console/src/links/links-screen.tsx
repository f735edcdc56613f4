import { Page } from '../page/page';

export default function Screen() {
  return <Page title="x">…</Page>;
}
