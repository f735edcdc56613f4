import { Link } from '@tanstack/react-router';
import type { Search } from '../search-params';
import classes from './links.module.css';

/** The tags of a link; each leads to all links that have it. */
export function Tags({ tags, tabIndex }: { tags: string | undefined; tabIndex?: number }) {
  if (tags === undefined) return null;
  return (
    <span className={classes.tags}>
      {tags.split(',').map((tag) => (
        <Link
          key={tag}
          to="/links"
          search={(before: Search) => ({ ...before, tag, change: undefined, after: undefined })}
          className={classes.tag}
          tabIndex={tabIndex}
          preload={false}
        >
          {tag}
        </Link>
      ))}
    </span>
  );
}
