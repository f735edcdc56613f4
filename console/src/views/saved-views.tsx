import { ActionIcon, CloseButton, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import type { SavedViewDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
import { Dropdown } from '../page/dropdown';
import { ProblemAlert } from '../page/problem-alert';
import { parseSearch, type Search, stringifySearch, useSearchParams } from '../search-params';
import { BookmarkIcon } from '../theme/screen-icons';
import classes from './saved-views.module.css';

/** Screens whose lists can be saved: the first part of their address. */
type ListScreen = 'keys' | 'links' | 'audit' | 'live' | 'events';

const KEY = ['views'];

/** What an address holds for a moment only: a form, a row that is open, a place in the list. */
const PASSING = ['create', 'change', 'show', 'record', 'after', 'afterValue'];

const lasting = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !PASSING.includes(name)));

/** Lists of this screen under names of one's own, and a way to save the one that is shown. */
export function SavedViews({ screen }: { screen: ListScreen }) {
  const [search] = useSearchParams();
  const current = stringifySearch(lasting(search)).slice(1);
  const views = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => answerOf(api.GET('/api/views', { signal })),
    staleTime: 60_000,
  });
  const own = (views.data ?? []).filter((view) => view.screen === screen);
  return (
    <Dropdown
      label="Saved views"
      atEnd
      width={300}
      button={(props) => (
        <ActionIcon {...props} variant="default" aria-label="Saved views" title="Saved views">
          <BookmarkIcon size={18} strokeWidth={1.7} />
        </ActionIcon>
      )}
    >
      <ProblemAlert error={views.error} />
      {own.length === 0 && !views.error && (
        <p className={classes.none}>Give these filters a name and find them here again, on any device.</p>
      )}
      <ul className={classes.views}>
        {own.map((view) => (
          <SavedViewItem key={view.id} view={view} isCurrent={view.search === current} />
        ))}
      </ul>
      <SaveView screen={screen} search={current} />
    </Dropdown>
  );
}

function SavedViewItem({ view: { id, screen, name, search }, isCurrent }: { view: SavedViewDto; isCurrent: boolean }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/views/{id}', { params: { path: { id: String(id) } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <li>
      <Link
        to={`/${screen}`}
        search={parseSearch(search)}
        aria-current={isCurrent || undefined}
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        {name}
      </Link>
      <CloseButton size="sm" aria-label={`Delete the view ${name}`} onClick={() => remove.mutate()} />
      <ProblemAlert error={remove.error} />
    </li>
  );
}

function SaveView({ screen, search }: { screen: ListScreen; search: string }) {
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/api/views', { body: { screen, name: name.trim(), search } })),
    onSuccess: () => {
      setName('');
      return cache.invalidateQueries({ queryKey: KEY });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <form onSubmit={onSubmit} className={classes.save}>
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput
          label="Save this view as"
          placeholder="Expiring in spring"
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="off"
        />
        <OnceButton type="submit" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
          Save
        </OnceButton>
      </Group>
      <ProblemAlert error={save.error} />
    </form>
  );
}
