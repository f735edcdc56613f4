import { useParams } from '@tanstack/react-router';
import { Page } from '../page/page';

export default function KeyScreen() {
  const { id } = useParams({ strict: false });
  return <Page title={`License key ${id}`}>…</Page>;
}
