import { Button } from '@mantine/core';
import { MoreMenu } from '../../page/more-menu';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasDraft } from '../../form/draft';
import { useSearchParams } from '../../search-params';
import { useCan, useMe } from '../../session/me';
import { Only, OnlyItem } from '../../session/only';
import { CopyButton } from '../../text/copy';
import { Trash2Icon } from '../../theme/screen-icons';
import { DeleteLink } from '../delete-link';
import { EditLink } from '../edit-link';
import type { ShortLink } from '../link-cache';
import { placeOf } from '../link-place';
import { shortAddressOf } from '../link-state';

const WRITE = ['links:write'];

/** What is done to a link as a whole. */
export function LinkActions({ link }: { link: ShortLink }) {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const mayChange = useCan(...WRITE);
  const address = shortAddressOf(link, useMe());
  // A change that was typed before goes on.
  const [isResumed, setResumed] = useState(() => hasDraft(`link ${placeOf(link)}`));
  const [isDeleting, setDeleting] = useState(false);
  const endEdit = () => {
    setResumed(false);
    change({ change: undefined });
  };
  return (
    <>
      <CopyButton text={address}>Copy</CopyButton>
      <Only scopes={WRITE}>
        <Button variant="default" onClick={() => change({ change: '1' })}>
          Edit
        </Button>
      </Only>
      <MoreMenu of="this link">
        <OnlyItem scopes={WRITE} icon={<Trash2Icon size={15} />} isDestructive onClick={() => setDeleting(true)}>
          Delete link…
        </OnlyItem>
      </MoreMenu>
      {mayChange && (isResumed || search['change'] !== undefined) && <EditLink link={link} onClose={endEdit} />}
      {isDeleting && (
        <DeleteLink link={link} onClose={() => setDeleting(false)} onDeleted={() => void navigate({ to: '/links' })} />
      )}
    </>
  );
}
